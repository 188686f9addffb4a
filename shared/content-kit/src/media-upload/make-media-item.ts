import type { ApiClient, CallOptions } from '@pim/api-client'
import type { BatchItem, ContentType, PartProblem, Variation } from '@pim/contract'
import { fileFieldOf } from '@pim/field-types/facts'

export interface NewMediaItem {
  readonly type: ContentType
  readonly name: string
  readonly binaryId: string
  /** Values of other fields, in the variation that one writes in; shared ones are for all. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly variationId?: string | undefined
}

/** The item was refused. */
export class MediaItemRefused extends Error {
  override readonly name = 'MediaItemRefused'
  readonly problem: PartProblem
  constructor(problem: PartProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/** Makes a media item with its file and its values in one call: there is never one without its file. */
export async function makeMediaItem(
  api: ApiClient,
  media: NewMediaItem,
  variations: readonly Variation[],
  options: CallOptions,
): Promise<string> {
  const { results } = await api.contentItem.batchItems(
    { body: { mode: 'create', items: [itemOf(media, variations)] } },
    options,
  )
  const [result] = results
  if (result?.problem) throw new MediaItemRefused(result.problem)
  if (result?.contentItemId === undefined) throw new Error('The batch answers no item.')
  return result.contentItemId
}

function itemOf(media: NewMediaItem, variations: readonly Variation[]): BatchItem {
  const { type, name, binaryId, values = {}, variationId } = media
  const shared: BatchItem['fields'] = []
  const own = new Map<string, BatchItem['fields']>()
  const put = (technicalFieldName: string, value: unknown, places: readonly string[]) => {
    const isShared = type.fields.find((field) => field.technicalName === technicalFieldName)?.localizable === false
    if (isShared) shared.push({ technicalFieldName, value })
    else for (const place of places) own.set(place, [...(own.get(place) ?? []), { technicalFieldName, value }])
  }
  const byDefault = variations.find(({ isDefault }) => isDefault)?.variationId ?? ''
  // A file by language belongs where all that inherit it find it: in the default variation, and at the end of the chain that one writes in.
  const file = fileFieldOf(type)
  if (file) put(file.technicalName, binaryId, [...new Set([byDefault, rootOf(variationId ?? byDefault, variations)])])
  for (const [field, value] of Object.entries(values)) put(field, value, [variationId ?? byDefault])
  return {
    technicalContentTypeName: type.technicalName,
    name,
    fields: shared,
    variations: [...own].map(([place, fields]) => ({ variationId: place, fields, resetFields: [] })),
    links: [],
  }
}

/** The last fallback of a variation. */
function rootOf(variationId: string, variations: readonly Variation[]): string {
  const next = variations.find((each) => each.variationId === variationId)?.fallbackVariationId
  return next ? rootOf(next, variations) : variationId
}
