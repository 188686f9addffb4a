import type { ContentType, ListedReadiness, SearchFiltering } from '@pim/contract'
import { channelsWith, isRequiredOn, percentOf, readinessFrom, requiredFields } from '@pim/field-types'
import type { StoredType } from '../../content-model/index.ts'
import type { Condition, ListedRow } from '../../reader/index.ts'
import { type MarketChannel, requireChannels } from '../../tenants/index.ts'

const namesOf = (channels: readonly MarketChannel[]): string[] => channels.map(({ technicalName }) => technicalName)

const hasVariation = (channels: readonly MarketChannel[], variationId: string, name: string): boolean =>
  namesOf(channelsWith(channels, variationId)).includes(name)

const nothing: Condition = { is: 'any of', conditions: [] }

/** Rows that go to one of the channels. Refuses unknown names, as every call does. */
export function channelCondition(
  variationId: string,
  { deliveryTargets = [] }: SearchFiltering,
  channels: readonly MarketChannel[],
): Condition[] {
  requireChannels(namesOf(channels), deliveryTargets, (at) => `body.filtering.deliveryTargets[${at}]`)
  if (deliveryTargets.length === 0) return []
  const here = deliveryTargets.filter((target) => hasVariation(channels, variationId, target))
  return [here.length === 0 ? nothing : { is: 'for channels', channels: here }]
}

/** Readiness over all channels is a column; that for one channel follows from what it requires of each type. */
export function readinessConditions(
  variationId: string,
  { readiness }: SearchFiltering,
  channels: readonly MarketChannel[],
  types: readonly StoredType[],
): Condition[] {
  if (readiness === undefined) return []
  const { min = 0, max = 100, deliveryTarget } = readiness
  if (deliveryTarget === undefined) return [{ is: 'between', column: 'readiness', from: min, to: max }]
  requireChannels(namesOf(channels), [deliveryTarget], () => 'body.filtering.readiness.deliveryTarget')
  if (!hasVariation(channels, variationId, deliveryTarget)) return [nothing]
  const lacking = types.flatMap(({ contentTypeId, type }) => {
    const fields = requiredFields(type).filter((field) => isRequiredOn(field, deliveryTarget))
    const allowed = Array.from({ length: fields.length + 1 }, (_, missing) => missing).filter((missing) => {
      const percent = percentOf(fields.length, missing)
      return percent >= min && percent <= max
    })
    const [from, to] = [allowed[0], allowed.at(-1)]
    const names = fields.map(({ technicalName }) => technicalName)
    return from === undefined || to === undefined ? [] : [{ contentTypeId, fields: names, from, to }]
  })
  return [
    { is: 'lacking', channel: deliveryTarget, types: lacking },
    // What is not ready for this channel is not ready for the least one: that is what an index can find.
    ...(max < 100 ? [{ is: 'between', column: 'readiness', from: null, to: max } as const] : []),
  ]
}

/** Limit of missing fields that a row names for each channel, as there may be hundreds. */
const maxMissingNamed = 10

/** Readiness by channel of a row of a list. `channels`: those that have its variation. */
export function listedReadiness(
  row: ListedRow,
  type: ContentType | undefined,
  channels: readonly string[],
): ListedReadiness[] {
  if (type === undefined) return []
  const targets =
    row.deliveryTargets.length === 0 ? channels : row.deliveryTargets.filter((target) => channels.includes(target))
  return readinessFrom(type, row.missingFields, targets).map(({ missing, ...each }) => ({
    ...each,
    missing: missing.slice(0, maxMissingNamed),
    missingCount: missing.length,
  }))
}
