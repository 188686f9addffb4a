import type { Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { inFallbackOrder } from './fallback-order.ts'

const variation = (variationId: string, fallbackVariationId: string | null): Variation => ({
  variationId,
  friendlyName: variationId,
  languageCode: variationId,
  fallbackVariationId,
  isDefault: fallbackVariationId === null,
})
const drawn = (variations: Variation[]) =>
  inFallbackOrder(variations).map(({ chain }) => chain.map(({ variationId }) => variationId).join(' ← '))

describe('variations', () => {
  it('stand under what they fall back to, each with its whole chain', () => {
    const list = [
      variation('en-US', null),
      variation('de-AT', 'de-DE'),
      variation('sv-SE', 'en-US'),
      variation('de-DE', 'en-US'),
    ]
    expect(drawn(list)).toEqual(['en-US', 'en-US ← sv-SE', 'en-US ← de-DE', 'en-US ← de-DE ← de-AT'])
  })

  it('that fall back to nothing that is there stand on top', () => {
    expect(drawn([variation('de-AT', 'gone'), variation('de-CH', 'de-AT')])).toEqual(['de-AT', 'de-AT ← de-CH'])
  })
})
