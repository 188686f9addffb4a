import { describe, expect, it } from '@rstest/core'
import { readSummary } from './part.ts'

const output = [
  ' ✗ src/core/thing.test.ts (2)',
  'Summary of all failing tests:',
  '',
  '\u001b[31m FAIL \u001b[39m src/core/thing.test.ts > a thing > is one',
  'AssertionError: expected { a: 1 } to deeply equal { a: 2 }',
  '',
  '\u001b[32m- Expected\u001b[39m',
  '\u001b[31m+   "a": 1,\u001b[39m',
  '',
  '  16 | it(() => {',
  '> 17 |   expect(made).toEqual({ a: 2 })',
  '        at src/core/thing.test.ts:17:20',
  '',
  ' FAIL  src/core/other.test.ts > another thing > ends',
  'Error: it took too long',
  '',
  ' Test Files 1 failed',
  '      Tests 2 failed | 24 passed (26)',
].join('\n')

describe('the summary of a part', () => {
  it('names what failed, and why', () => {
    const failures = [
      'src/core/thing.test.ts > a thing > is one: AssertionError: expected { a: 1 } to deeply equal { a: 2 }\n      - Expected\n      +   "a": 1,',
      'src/core/other.test.ts > another thing > ends: Error: it took too long',
    ]
    expect(readSummary({ code: 1, output })).toEqual({ passed: 24, failed: 2, failures })
  })

  it('counts a run that ends badly without a failed test, or has no tests, as one failure', () => {
    expect(readSummary({ code: 1, output: '      Tests 24 passed (24)' })).toMatchObject({ passed: 24, failed: 1 })
    expect(readSummary({ code: 0, output: '' })).toMatchObject({ passed: 0, failed: 1 })
  })
})
