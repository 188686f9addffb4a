import { createHash } from 'node:crypto'
import { expect, it } from '@rstest/core'
import fc from 'fast-check'
import { fingerprint } from './fingerprint.ts'

it('is the SHA-256 that everyone else computes', () => {
  const check = (text: string): void => {
    expect(fingerprint(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) check('ß'.repeat(length))
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), check))
})
