import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { root } from '../workspace.ts'
import { type Marker, markersIn, markersOf, outcomeOf, rowsIn, withoutDefence } from './defences.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = rowsIn(read('docs/defences.md'))

describe('the page on defences', () => {
  it('names requirements or weaknesses that an auditor can look up, and a reason where there is no test', () => {
    expect(rows.length).toBeGreaterThan(67)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
    for (const { number, terms, defence, tests } of rows) {
      expect([number, terms]).toEqual([
        number,
        expect.stringMatching(/^(?:V\d+\.\d+\.\d+|CWE-\d+)(?:, (?:V\d+\.\d+\.\d+|CWE-\d+))*$/),
      ])
      expect([number, tests.length > 0 || defence.includes('later:')]).toEqual([number, true])
    }
  })

  it('names tests that are in their files', () => {
    const missing = rows.flatMap(({ tests }) =>
      tests.filter(({ path, title }) => !existsSync(join(root, path)) || !read(path).includes(title)),
    )
    expect(missing).toEqual([])
  })

  it('has a row for each marker in the sources, and sixty rows at least have one', () => {
    const markers = markersOf(root)
    const numbers = new Set(rows.map(({ number }) => number))
    expect(markers.filter(({ row }) => !numbers.has(row))).toEqual([])
    expect(new Set(markers.map(({ row }) => row)).size).toBeGreaterThanOrEqual(60)
    // Throws where a marker has nothing below it to take out.
    for (const marker of markers) withoutDefence(read(marker.path), marker)
  })
})

const source = [
  'function admit(name: string) {',
  '  // Defence 13',
  "  if (name === '') throw new Error()",
  '  // Defence 45, without: const known = true',
  '  const known = list',
  '    .includes(name)',
  '  // Defence 45 ends',
  '  // Defence 7, without: return',
  '  // Defence 15, with "" for "tenant = own and "',
  '  return `tenant = own and id = 1`',
  '}',
  '',
  'const tenant = own and away',
].join('\n')

describe('a marker', () => {
  const markers = markersIn('a.ts', source)
  const changed = (row: string) => {
    const [marker, ...more] = markers.filter((each) => each.row === row)
    if (marker === undefined || more.length > 0) throw new Error(`one marker for ${row}`)
    return withoutDefence(source, marker).split('\n')
  }

  it('leaves out the next line, puts another one in place of it or of several, or swaps a part', () => {
    expect(markers.map(({ row, line }) => [row, line])).toEqual([
      ['13', 2],
      ['45', 4],
      ['7', 8],
      ['15', 9],
    ])
    expect(changed('13').slice(0, 2)).toEqual([
      'function admit(name: string) {',
      '  // Defence 45, without: const known = true',
    ])
    expect(changed('45').slice(3, 5)).toEqual(['const known = true', '  // Defence 7, without: return'])
    expect(changed('7').slice(6)).toEqual(['  // Defence 45 ends', 'return', '}', '', 'const tenant = own and away'])
    expect(changed('15').slice(8)).toEqual(['  return `id = 1`', '}', '', 'const tenant = own and away'])
  })

  it('is at fault where there is nothing to swap', () => {
    const [marker] = markersIn('a.ts', '// Defence 15, with "b" for "a"\nc\n')
    expect(() => withoutDefence('// Defence 15, with "b" for "a"\nc\n', marker as Marker)).toThrow('no a below')
  })
})

describe('a test that ran without its defence', () => {
  const test = { path: 'server/src/a.test.ts', title: 'is refused (%s)' }
  const result = (status: string, name = 'is refused (twice)', testPath = 'src/a.test.ts') => ({
    name,
    testPath,
    status,
  })

  it('has failed by its name, or passed, which proves nothing, or has not run', () => {
    expect(outcomeOf(test, [result('pass'), result('fail', 'is refused (once)')])).toBe('failed')
    expect(outcomeOf(test, [result('pass'), result('skip')])).toBe('passed')
    // A failure of another file, of another name, and none where the file could not be loaded.
    expect(outcomeOf(test, [result('fail', 'is refused'), result('fail', undefined, 'src/b.test.ts')])).toBe('not run')
    expect(outcomeOf(test, [])).toBe('not run')
  })
})
