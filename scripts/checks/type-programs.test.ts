import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { root } from '../workspace.ts'
import { typePrograms } from './type-programs.ts'

const programs = typePrograms()
/** The patterns of a configuration, as whole paths. */
const included = (config: string) =>
  z
    .object({ include: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(config, 'utf8')))
    .include.map((pattern) => resolve(dirname(config), pattern))

describe('the programs that types are checked in', () => {
  it('are fewer than the packages, and hold each of them once', () => {
    const found = globSync('{*,shared/*,examples/*,examples/*/back-end}/tsconfig.json', { cwd: root })
    const all = found.map(dirname)
    expect(programs.flatMap((program) => program.packages).toSorted()).toEqual(all.toSorted())
    expect(programs.length).toBeLessThan(all.length)
  })

  it('hold the sources of each of their packages', () => {
    for (const { packages: names, config } of programs.filter((program) => program.packages.length > 1))
      for (const name of names)
        expect(included(config)).toEqual(expect.arrayContaining(included(join(root, name, 'tsconfig.json'))))
  })

  it('have the settings of each of their packages', () => {
    const settings = z.object({ extends: z.string(), compilerOptions: z.unknown().optional() })
    const read = (path: string) => {
      const { extends: base, compilerOptions } = settings.parse(JSON.parse(readFileSync(path, 'utf8')))
      return { base: resolve(dirname(path), base), compilerOptions }
    }
    for (const { packages: names, config } of programs)
      for (const name of names) expect([name, read(config)]).toEqual([name, read(join(root, name, 'tsconfig.json'))])
  })
})
