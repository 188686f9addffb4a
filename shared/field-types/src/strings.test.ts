import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterOperators } from '@pim/contract'
import { expect, it } from '@rstest/core'
import strings from '../locales/en-US.json'
import { valueCodes } from './core/issue.ts'
import { unitFamilies } from './measurement/units.ts'

const source = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')

const used = [...new Set([...source.matchAll(/'(fieldTypes\.[A-Za-z.]+)'/g)].map(([, key]) => key ?? ''))]

it('has every string that is asked for by its whole name', () => {
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((key) => !(key in strings) && !(`${key}_other` in strings))).toEqual([])
})

it('has a sentence for everything that can be wrong, a word for every operator and a name for every unit family', () => {
  const asked = [
    ...Object.keys(valueCodes).map((code) => `fieldTypes.error.${code}`),
    ...filterOperators.map((operator) => `fieldTypes.operator.${operator}`),
    ...unitFamilies.map((family) => `fieldTypes.measurement.family.${family}`),
  ]
  expect(asked.filter((key) => !(key in strings))).toEqual([])
})
