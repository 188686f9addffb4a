import { describe, expect, it } from '@rstest/core'
import { readSummary } from './part.ts'

const output = [
  ' ✗ src/core/thing.test.ts (2)',
  'Summary of all failing tests:',
  '',
  '\u001b[31m FAIL \u001b[39m src/core/thing.test.ts > a thing > is one',
  'AssertionError: expected 1 to be 2 // Object.is equality',
  '',
  ' Test Files 1 failed',
  '      Tests 1 failed | 24 passed (25)',
].join('\n')

describe('the summary of a part', () => {
  it('names what failed, and why', () => {
    const failures = [
      'src/core/thing.test.ts > a thing > is one: AssertionError: expected 1 to be 2 // Object.is equality',
    ]
    expect(readSummary({ code: 1, output })).toEqual({ passed: 24, failed: 1, failures })
  })

  it('counts a run that ends badly without a failed test, or has no tests, as one failure', () => {
    expect(readSummary({ code: 1, output: '      Tests 24 passed (24)' })).toMatchObject({ passed: 24, failed: 1 })
    expect(readSummary({ code: 0, output: '' })).toMatchObject({ passed: 0, failed: 1 })
  })
})
