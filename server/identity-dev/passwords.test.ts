import { describe, expect, it } from '@rstest/core'
import { hashPassword, passwordMatches } from './passwords.ts'

describe('a password', () => {
  it('matches only itself, and never has the same hash twice', async () => {
    const [one, other] = await Promise.all([hashPassword('Ärmelkanal 7'), hashPassword('Ärmelkanal 7')])
    expect(one).not.toBe(other)
    expect(await passwordMatches('Ärmelkanal 7', one)).toBe(true)
    expect(await passwordMatches('ärmelkanal 7', one)).toBe(false)
    expect(await passwordMatches('', one)).toBe(false)
  })

  it('of an unknown user never matches', async () => {
    expect(await passwordMatches('AAAA', undefined)).toBe(false)
  })
})
