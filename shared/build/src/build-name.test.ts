import { describe, expect, it } from '@rstest/core'
import { buildNameOf } from './build-name.ts'

describe('the name of a build', () => {
  it('is the same for the same inputs, and another one for others', () => {
    expect(buildNameOf('media', 'a'.repeat(64))).toBe(`section_media_${'a'.repeat(16)}`)
    expect(buildNameOf('media', 'b'.repeat(64))).not.toBe(buildNameOf('media', 'a'.repeat(64)))
  })

  it('is a name of its own where nobody knows the inputs', () => {
    expect(buildNameOf('media', undefined)).not.toBe(buildNameOf('media', undefined))
  })
})
