import { describe, expect, it } from '@rstest/core'
import { browserReportSchema, outcomeOfBrowser } from './browser-report.ts'
import { tally } from './tally.ts'
import { inEvenGroups } from './times.ts'
import { outcomeOfUnits, unitReportSchema } from './unit-report.ts'
import { orBroken } from './unit-tests.ts'

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`

describe('the report of unit tests', () => {
  const error = {
    name: 'AssertionError',
    message: 'expected 1 to be 2',
    diff: `${red('- 2')}\n${red('+ 1')}`,
    stack: 'AssertionError: expected\n    at /repo/server/src/a.test.ts:4:60\n    at /repo/node_modules/x.js:1:1',
  }
  const test = { testId: '1', testPath: 'src/a.test.ts', fullName: 'a > walks', status: 'fail', duration: 30 }
  const report = {
    summary: { passedTests: 3, failedTests: 1 },
    files: [
      { ...test, testId: 'file', fullName: '', duration: 1_500, errors: [], results: [{ ...test, errors: [error] }] },
    ],
    consoleLogs: [
      { content: 'seed 4711\n', taskId: '1', testPath: 'src/a.test.ts' },
      { content: 'of another test', taskId: '2', testPath: 'src/a.test.ts' },
    ],
  }

  it('tells of a failed test its name, reason, what differs, place and what it has logged', () => {
    expect(outcomeOfUnits(unitReportSchema.parse(report), 'server', '/repo')).toEqual({
      passed: 3,
      failed: 1,
      failures: [
        [
          'server/src/a.test.ts > a > walks',
          'AssertionError: expected 1 to be 2',
          '- 2',
          '+ 1',
          '    at server/src/a.test.ts:4:60',
          'seed 4711',
        ].join('\n'),
      ],
      files: [{ path: 'server/src/a.test.ts', seconds: 1.5 }],
    })
  })

  it('counts set-up that fails, and an error outside of any test', () => {
    const broken = {
      summary: { passedTests: 3, failedTests: 0 },
      files: [{ ...test, fullName: '', errors: [error], results: [] }],
      unhandledErrors: [{ message: 'late' }],
    }
    const { failed, failures } = outcomeOfUnits(unitReportSchema.parse(broken), 'server', '/repo')
    expect(failed).toBe(2)
    expect(failures[0]).toContain('server/src/a.test.ts\nAssertionError: expected 1 to be 2')
    expect(failures[1]).toBe('server: outside of any test\nError: late')
  })

  it('counts a run that ends badly without a failed test, or has no tests, as one failure', () => {
    const none = { passed: 0, failed: 0, failures: [], files: [] }
    expect(orBroken('server', { ...none, passed: 24 }, { code: 1, output: 'killed' })).toMatchObject({
      passed: 24,
      failed: 1,
      failures: [expect.stringContaining('killed')],
    })
    expect(orBroken('server', none, { code: 0, output: '' })).toMatchObject({ failed: 1 })
    expect(orBroken('server', { ...none, passed: 24 }, { code: 0, output: '' })).toMatchObject({ failed: 0 })
  })
})

describe('the report of browser tests', () => {
  const result = {
    parallelIndex: 1,
    status: 'failed',
    duration: 2_000,
    startTime: '2026-11-27T10:00:00.000Z',
    errors: [{ message: red('no button') }],
    stdout: [{ text: 'the page at http://localhost/, with 0 parts behind a dialog:\n403 GET /api/a\n' }],
  }
  const spec = (title: string, status: string, more: object = {}) => ({
    title,
    file: 'shell/a.spec.ts',
    tests: [{ status, results: [{ ...result, ...more }] }],
  })
  const report = {
    suites: [
      {
        title: 'shell/a.spec.ts',
        file: 'shell/a.spec.ts',
        specs: [spec('works', 'expected', { status: 'passed' })],
        suites: [{ title: 'a list', specs: [spec('has a button', 'unexpected')] }],
      },
    ],
    errors: [],
    stats: { expected: 1, unexpected: 1, flaky: 0 },
  }
  const output = [
    '[product 0] {"level":"warn","time":"2026-11-27T10:00:01.000Z","msg":"of the other lane"}',
    '[product 1] {"level":"warn","time":"2026-11-27T09:59:59.000Z","msg":"before"}',
    '[product 1] {"level":"warn","time":"2026-11-27T10:00:01.000Z","msg":"slow"}',
    '[product 1] {"level":"warn","time":"2026-11-27T10:00:03.000Z","msg":"after"}',
  ].join('\n')

  it('tells of a failed test its name, reason, screen, refused calls and the log of its own product meanwhile', () => {
    expect(outcomeOfBrowser(browserReportSchema.parse(report), output)).toEqual({
      passed: 1,
      failed: 1,
      failures: [
        [
          'e2e/specs/shell/a.spec.ts > a list > has a button',
          'no button',
          'the page at http://localhost/, with 0 parts behind a dialog:',
          '403 GET /api/a',
          'The log of the product since the test began:',
          '{"level":"warn","time":"2026-11-27T10:00:01.000Z","msg":"slow"}',
        ].join('\n'),
      ],
      files: [{ path: 'e2e/specs/shell/a.spec.ts', seconds: 4 }],
    })
  })

  it('counts what fails before any test, and a test that passes only when it is retried', () => {
    const broken = { suites: [], errors: [{ message: 'no product' }], stats: { expected: 5, unexpected: 0, flaky: 1 } }
    expect(outcomeOfBrowser(browserReportSchema.parse(broken), '')).toMatchObject({ passed: 5, failed: 2 })
  })
})

describe('files in groups', () => {
  it('take about the same time in each', () => {
    const seconds: Record<string, number> = { a: 50, b: 30, c: 20, d: 1, e: 1 }
    const groups = inEvenGroups(Object.keys(seconds), 2, (file) => seconds[file] ?? 0)
    expect(groups).toEqual([
      ['a', 'd'],
      ['b', 'c', 'e'],
    ])
  })

  it('leave no group empty, as a run without files would take all', () => {
    expect(inEvenGroups(['a'], 4, () => 1)).toEqual([['a']])
  })
})

describe('a file that was run again and again', () => {
  it('tells how often each test failed, with all that the first failure says', () => {
    expect(tally(['a > b\nseed 1', 'a > c\nlate', 'a > b\nseed 2'])).toEqual([
      '\n  ✗ 2 times: a > b\n      seed 1',
      '\n  ✗ 1 times: a > c\n      late',
    ])
  })
})
