import { describe, expect, it } from '@rstest/core'
import { readAudience } from './canary-audience.ts'

describe('who gets a canary release', () => {
  it('is a share of the people from 1 to 99 percent', () => {
    expect(readAudience('10', '')).toEqual({ percent: 10 })
    expect(readAudience(' 99 % ', ' ')).toEqual({ percent: 99 })
    for (const wrong of ['', '0', '100', '-5', '1.5', 'ten']) expect(readAudience(wrong, '')).toBeUndefined()
  })

  it('is the people of tenants where some are named, each once', () => {
    expect(readAudience('10', 'acme, nordic; acme')).toEqual({ tenants: ['acme', 'nordic'] })
  })
})
