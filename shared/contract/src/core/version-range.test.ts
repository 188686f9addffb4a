import { describe, expect, it } from '@rstest/core'
import { isInRange } from './version-range.ts'

describe('a version', () => {
  it.each([
    ['1.4.2', '^1.0.0', true],
    ['1.4.2', '^1.4.2', true],
    ['1.4.2', '^1.5.0', false],
    ['2.0.0', '^1.0.0', false],
    ['0.3.1', '^0.3.0', true],
    ['0.4.0', '^0.3.0', false],
    ['1.4.2', '1.4.2', true],
    ['1.4.3', '1.4.2', false],
    ['1.4.2', 'latest', false],
    ['1.4.2', '>=1.0.0', false],
  ])('%s in %s: %s', (version, range, is) => {
    expect(isInRange(version, range)).toBe(is)
  })
})
