import { useApi, useRefreshed } from '@pim/api-client/react'
import type { PartProblem } from '@pim/contract'
import { useTenant } from '@pim/shell'

type Request = Parameters<ReturnType<typeof useApi>['contentItem']['batchItems']>[0]
export type NewItem = NonNullable<Request>['body']['items'][number]

/** A value that an item was made without; `variationId` is left out where it is of no single variation. */
export interface LeftOutValue {
  readonly technicalFieldName: string
  readonly variationId?: string | undefined
}

export type MadeItem =
  | { readonly contentItemId: string; readonly leftOut: readonly LeftOutValue[] }
  | { readonly contentItemId: undefined; readonly problem: PartProblem | undefined }

/** More rounds than a refusal for values, one for links and one for unique values are not expected. */
const maxRounds = 4

/**
 * Makes an item with its values in one call. A value that is refused is left out in the variation that it is refused in, and named: the
 * item is made without it.
 */
export function useMakeItem() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  return async (item: NewItem): Promise<MadeItem> => {
    const leftOut = new Map<string, LeftOutValue>()
    for (let round = 1; ; round += 1) {
      const body = { items: [without(item, leftOut)], mode: 'create' as const }
      const { results } = await api.contentItem.batchItems({ body }, { tenantId })
      const { contentItemId, problem } = results[0] ?? {}
      if (contentItemId !== undefined) {
        await refreshed()
        return { contentItemId, leftOut: [...leftOut.values()] }
      }
      const refused = (problem?.fieldErrors ?? []).map((error) => placeOf(item, error))
      if (round === maxRounds || refused.every((place) => leftOut.has(keyOf(place))))
        return { contentItemId: undefined, problem }
      for (const place of refused) leftOut.set(keyOf(place), place)
    }
  }
}

const keyOf = ({ technicalFieldName, variationId = '' }: LeftOutValue): string => `${technicalFieldName} ${variationId}`

/** The server names the default variation for a value that all variations share. */
function placeOf({ fields = [] }: NewItem, { technicalFieldName, variationId }: LeftOutValue): LeftOutValue {
  const isShared = fields.some((each) => each.technicalFieldName === technicalFieldName)
  return isShared || variationId === undefined ? { technicalFieldName } : { technicalFieldName, variationId }
}

function without(item: NewItem, leftOut: ReadonlyMap<string, LeftOutValue>): NewItem {
  if (leftOut.size === 0) return item
  const isKept = (technicalFieldName: string, variationId?: string) =>
    !leftOut.has(keyOf({ technicalFieldName })) && !leftOut.has(keyOf({ technicalFieldName, variationId }))
  const kept = (fields: NewItem['fields'], variationId?: string) =>
    fields?.filter(({ technicalFieldName }) => isKept(technicalFieldName, variationId))
  return {
    ...item,
    fields: kept(item.fields),
    variations: item.variations?.map(({ deliveryTargets, ...variation }) => ({
      ...variation,
      fields: kept(variation.fields, variation.variationId),
      ...(deliveryTargets && isKept('deliveryTargets', variation.variationId) && { deliveryTargets }),
    })),
  }
}
