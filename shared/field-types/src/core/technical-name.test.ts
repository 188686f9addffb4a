import { isTechnicalName } from '@pim/contract/core/names.ts'
import { describe, expect, it } from '@rstest/core'
import { technicalNameOf } from './technical-name.ts'

describe('a technical name', () => {
  it.each([
    ['Care instructions', 'careInstructions'],
    ['Größe (cm)', 'groECm'],
    ['2nd title', 'ndTitle'],
    ['日本', ''],
  ])('is made of %s', (words, name) => {
    expect(technicalNameOf(words)).toBe(name)
    expect(isTechnicalName(name)).toBe(name !== '')
  })
})
