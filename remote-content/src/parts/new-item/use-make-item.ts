import { useApi, useRefreshed } from '@pim/api-client/react'
import type { PartProblem } from '@pim/contract'
import { useTenant } from '@pim/shell'

type Request = Parameters<ReturnType<typeof useApi>['contentItem']['batchItems']>[0]
export type NewItem = NonNullable<Request>['body']['items'][number]

export type MadeItem =
  | { readonly contentItemId: string; readonly leftOut: readonly string[] }
  | { readonly contentItemId: undefined; readonly problem: PartProblem | undefined }

/** More rounds than a refusal for values, one for links and one for unique values are not expected. */
const maxRounds = 4

/** Makes an item with its values in one call. Values that are refused are left out, and named: the item is made without them. */
export function useMakeItem() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  return async (item: NewItem): Promise<MadeItem> => {
    const leftOut = new Set<string>()
    for (let round = 1; ; round += 1) {
      const body = { items: [without(item, leftOut)], mode: 'create' as const }
      const { results } = await api.contentItem.batchItems({ body }, { tenantId })
      const { contentItemId, problem } = results[0] ?? {}
      if (contentItemId !== undefined) {
        await refreshed()
        return { contentItemId, leftOut: [...leftOut] }
      }
      const refused = (problem?.fieldErrors ?? []).map(({ technicalFieldName }) => technicalFieldName)
      if (round === maxRounds || refused.every((name) => leftOut.has(name)))
        return { contentItemId: undefined, problem }
      for (const name of refused) leftOut.add(name)
    }
  }
}

function without(item: NewItem, leftOut: ReadonlySet<string>): NewItem {
  if (leftOut.size === 0) return item
  const kept = (fields: NewItem['fields']) =>
    fields?.filter(({ technicalFieldName }) => !leftOut.has(technicalFieldName))
  return {
    ...item,
    fields: kept(item.fields),
    variations: item.variations?.map(({ deliveryTargets, ...variation }) => ({
      ...variation,
      fields: kept(variation.fields),
      ...(deliveryTargets && !leftOut.has('deliveryTargets') && { deliveryTargets }),
    })),
  }
}
