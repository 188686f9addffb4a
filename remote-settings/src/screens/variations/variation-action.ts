import type { Variation } from '@pim/contract'

/** A row action chosen for one variation. */
export interface VariationAction {
  readonly kind: 'change' | 'remove' | 'makeDefault'
  readonly variation: Variation
}
