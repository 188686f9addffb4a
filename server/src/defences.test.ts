import { readFileSync } from 'node:fs'
import { expect, it } from '@rstest/core'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Each test that docs/defences.md names has to be in the file that it names. */
it('the page on defences names existing tests, and a reason where there is no test', () => {
  const rows = read('docs/defences.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
  const named = rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    const tests = [...(cells[4] ?? '').matchAll(/`([^`]+)` (.*?)(?=<br>|$)/g)].map(([, path = '', name = '']) => ({
      path,
      name,
    }))
    return { number: cells[1], defence: cells[3] ?? '', tests }
  })
  expect(named.length).toBe(65)
  for (const { number, defence, tests } of named) {
    expect([number, tests.length > 0 || defence.includes('later:')]).toEqual([number, true])
    for (const { path, name } of tests) expect([path, name, read(path).includes(name)]).toEqual([path, name, true])
  }
})
