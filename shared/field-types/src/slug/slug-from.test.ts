import { expect, it } from '@rstest/core'
import fc from 'fast-check'
import { slugFrom } from './slug-from.ts'

it('makes a slug of a title', () => {
  expect(slugFrom('Kamera für Müller & Søn – 20 %')).toBe('kamera-fur-muller-son-20')
})

it('makes a slug, or nothing, of anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (title, longest) => {
      const slug = slugFrom(title, longest)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(longest)
    }),
  )
})
