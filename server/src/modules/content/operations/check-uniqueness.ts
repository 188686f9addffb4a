import type { Field, UniquenessRequest, UniquenessResult } from '@pim/contract'
import { behaviourOf, validateField } from '@pim/field-types'
import { invalidPlace, Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { chainOf, descendantsOf, type Fallbacks } from '../domain/fallback.ts'
import { type ItemState, resolveLive, resolveWorking } from '../domain/item-state.ts'
import { type ClaimKey, liveScope, scopeKeyOf, valueKeyOf } from '../domain/unique-values.ts'
import { fieldsOf, isShared, slotOf } from '../domain/values.ts'
import { findPlace } from '../store/item-read.repository.ts'
import { loadItem, loadItems } from '../store/load.ts'
import { findHolders } from '../store/unique-value.repository.ts'

/**
 * The items that have the value now, in the working copy or live, own or inherited. Only advice for the editor: the unique
 * index decides, on save about own values, and on publish about all that is delivered.
 */
export async function checkUniqueness(
  trx: Transaction,
  tenantId: string,
  request: UniquenessRequest,
): Promise<UniquenessResult> {
  const { technicalFieldName, contentVariationId } = request
  const stored = await findTypeByName(trx, tenantId, request.contentTypeTechnicalName)
  const field = stored && fieldsOf(stored.type).get(technicalFieldName)
  if (stored === undefined || field === undefined) throw new Problem('NOT_FOUND')
  if (field.unique === undefined || field.unique === 'none') {
    throw new Problem('VALIDATION_FAILED', {
      fieldErrors: [{ technicalFieldName, code: 'NOT_UNIQUE_FIELD', message: 'is not a field of unique values' }],
    })
  }
  const { value, issues } = behaviourOf(field).read(request.value)
  if (issues.length > 0) {
    throw new Problem('VALIDATION_FAILED', {
      fieldErrors: validateField(field, request.value).map(({ code, message, params }) => ({
        technicalFieldName,
        code,
        message,
        ...(Object.keys(params).length > 0 && { params }),
      })),
    })
  }

  const own = contentVariationId === undefined ? undefined : await findPlace(trx, tenantId, contentVariationId)
  if (contentVariationId !== undefined && own === undefined) throw new Problem('NOT_FOUND')
  const variations = await variationsOf(trx, tenantId)
  const variationId = request.variationId ?? own?.variationId ?? variations[0]?.variationId
  if (variationId === undefined || !variations.some((each) => each.variationId === variationId)) {
    throw invalidPlace('body.variationId', 'NOT_FOUND', 'is not a variation of the tenant')
  }

  const scope = field.unique
  const valueKey = valueKeyOf(field, value)
  if (valueKey === null) return { isUnique: true, scope, conflicts: [] }
  const fallbacks = new Map(variations.map((each) => [each.variationId, each.fallbackVariationId]))
  const ownItem = own && (await loadItem(trx, tenantId, own.contentItemId)).item
  const places = scope === 'variation' ? [variationId, ...inheritingFrom(variationId, field, ownItem)] : [variationId]
  const holders = await findHolders(trx, tenantId, keysFor(field, stored.contentTypeId, valueKey, places, fallbacks))
  const otherIds = new Set(holders.map(({ contentItemId }) => contentItemId))
  if (own !== undefined) otherIds.delete(own.contentItemId)
  const conflicts = (await loadItems(trx, tenantId, [...otherIds], { lock: false })).flatMap(({ item }) => {
    const shown = shownIn(item, field, valueKey, scope === 'variation' ? places : [...item.variations.keys()])
    return shown === undefined ? [] : [{ contentItemId: item.contentItemId, name: item.name, ...shown }]
  })
  return { isUnique: conflicts.length === 0, scope, conflicts }
}

/** The variations in which the item would inherit the value. */
const inheritingFrom = (variationId: string, field: Field, item: ItemState | undefined): string[] =>
  item === undefined || isShared(field)
    ? []
    : descendantsOf(item.fallbacks, variationId).filter((id) => {
        const between = chainOf(item.fallbacks, id).slice(0, chainOf(item.fallbacks, id).indexOf(variationId))
        return between.every((each) => slotOf(item.variations.get(each)?.own ?? {}, field.technicalName) === undefined)
      })

/** The claims that items with the value hold: of these variations, of those that they inherit from, and of what is live. */
function keysFor(
  field: Field,
  contentTypeId: string,
  valueKey: string,
  places: readonly string[],
  fallbacks: Fallbacks,
): ClaimKey[] {
  const variationIds = field.unique === 'variation' ? places.flatMap((id) => chainOf(fallbacks, id)) : places
  const scopeKeys = new Set(variationIds.flatMap((id) => scopeKeyOf(field, contentTypeId, id) ?? []))
  return [...scopeKeys].flatMap((scopeKey) => [
    { scopeKey, valueKey },
    { scopeKey: liveScope(scopeKey), valueKey },
  ])
}

/** The first of these variations in which the item has the value: its own before an inherited one, in the working copy or live. */
function shownIn(item: ItemState, field: Field, valueKey: string, places: readonly string[]) {
  const found = places.flatMap((id) => {
    const variation = item.variations.get(id)
    if (variation === undefined) return []
    const live = variation.snapshot === null ? {} : resolveLive(item, id)
    return [resolveWorking(item, id), live].flatMap((values) => {
      const { value, isInherited } = values[field.technicalName] ?? { value: null, isInherited: false }
      return valueKeyOf(field, value) === valueKey ? [{ variation, isInherited }] : []
    })
  })
  const shown = found.find(({ isInherited }) => !isInherited) ?? found[0]
  if (shown === undefined) return undefined
  const { contentVariationId } = shown.variation
  return { contentVariationId, ...(shown.isInherited && { isInherited: true as const }) }
}
