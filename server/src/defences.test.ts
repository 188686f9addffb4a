import { readFileSync } from 'node:fs'
import { expect, it } from '@rstest/core'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Each row of docs/defences.md needs a term that an auditor can look up, and its tests have to be in the files it names. */
it('the page on defences names requirements or weaknesses, existing tests, and a reason where there is no test', () => {
  const rows = read('docs/defences.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
  const named = rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    const tests = [...(cells[5] ?? '').matchAll(/`([^`]+)` (.*?)(?=<br>|$)/g)].map(([, path = '', name = '']) => ({
      path,
      name,
    }))
    return { number: cells[1], terms: cells[3] ?? '', defence: cells[4] ?? '', tests }
  })
  expect(named.length).toBeGreaterThan(67)
  expect(new Set(named.map(({ number }) => number)).size).toBe(named.length)
  for (const { number, terms, defence, tests } of named) {
    expect([number, terms]).toEqual([
      number,
      expect.stringMatching(/^(?:V\d+\.\d+\.\d+|CWE-\d+)(?:, (?:V\d+\.\d+\.\d+|CWE-\d+))*$/),
    ])
    expect([number, tests.length > 0 || defence.includes('later:')]).toEqual([number, true])
    for (const { path, name } of tests) expect([path, name, read(path).includes(name)]).toEqual([path, name, true])
  }
})
