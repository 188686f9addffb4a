import { describe, expect, it } from '@rstest/core'
import { shellContract } from './contract-versions.ts'
import { fitsShell } from './fits.ts'

describe('a range of the contract of the shell', () => {
  it('fits where it holds the version of this shell', () => {
    expect(fitsShell(`^${shellContract}`)).toBe(true)
    expect(fitsShell('^99.0.0')).toBe(false)
    expect(fitsShell('')).toBe(false)
  })

  it('of the major version before fits, as its members are still lent', () => {
    expect(fitsShell('^1.0.0')).toBe(true)
    expect(fitsShell('^1.11.0')).toBe(true)
    expect(fitsShell('^1.12.0')).toBe(false)
  })
})
