import type { ContentType, Variation } from '@pim/contract'
import { newId } from '../../../platform/database/new-id.ts'
import type { MarketChannel } from '../../tenants/index.ts'
import { type ItemState, marketOf } from './item-state.ts'
import { defaultValues, newVariation } from './new-variation.ts'

/** An item with a working copy in every variation of the tenant; they are empty but for the defaults of its type. */
export function newItem(
  { contentTypeId, type }: { readonly contentTypeId: string; readonly type: ContentType },
  { variations, channels }: { readonly variations: readonly Variation[]; readonly channels: readonly MarketChannel[] },
  { name, by, at }: { readonly name: string; readonly by: string; readonly at: string },
): ItemState {
  const copies = variations.map(({ variationId, fallbackVariationId }) =>
    newVariation(type, variationId, fallbackVariationId, { by, at }),
  )
  return {
    contentItemId: newId(),
    contentTypeId,
    type,
    kind: type.kind,
    name: name.normalize('NFC'),
    isDeleted: false,
    version: 1,
    shared: defaultValues(type, 'shared'),
    createdAt: at,
    createdBy: by,
    modifiedAt: at,
    modifiedBy: by,
    variations: new Map(copies.map((copy) => [copy.variationId, copy])),
    ...marketOf(variations, channels),
  }
}
