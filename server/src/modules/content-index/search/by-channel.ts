import type { ContentType, ListedReadiness, SearchFiltering } from '@pim/contract'
import { channelsWith, isRequiredOn, percentOf, readinessFrom, requiredFields } from '@pim/field-types'
import type { StoredType } from '../../content-model/index.ts'
import { type MarketChannel, requireChannels } from '../../tenants/index.ts'
import { anyOf, type Condition, goesTo, type ListPlace, lacksFor, readyBetween } from '../page/filter.repository.ts'
import type { ListedRow } from '../page/list-query.ts'

const namesOf = (channels: readonly MarketChannel[]): string[] => channels.map(({ technicalName }) => technicalName)

const hasVariation = (channels: readonly MarketChannel[], variationId: string, name: string): boolean =>
  namesOf(channelsWith(channels, variationId)).includes(name)

/** Rows that go to one of the channels. Refuses unknown names, as every call does. */
export function channelCondition(
  tenantId: string,
  place: ListPlace,
  { deliveryTargets = [] }: SearchFiltering,
  channels: readonly MarketChannel[],
): Condition[] {
  requireChannels(namesOf(channels), deliveryTargets, (at) => `body.filtering.deliveryTargets[${at}]`)
  if (deliveryTargets.length === 0) return []
  const here = deliveryTargets.filter((target) => hasVariation(channels, place.variationId, target))
  return [here.length === 0 ? anyOf([]) : goesTo(tenantId, place, here)]
}

/** Readiness over all channels is a column; that for one channel follows from what it requires of each type. */
export function readinessConditions(
  tenantId: string,
  place: ListPlace,
  { readiness }: SearchFiltering,
  channels: readonly MarketChannel[],
  types: readonly StoredType[],
): Condition[] {
  if (readiness === undefined) return []
  const { min = 0, max = 100, deliveryTarget } = readiness
  if (deliveryTarget === undefined) return [readyBetween(tenantId, place, { from: min, to: max })]
  requireChannels(namesOf(channels), [deliveryTarget], () => 'body.filtering.readiness.deliveryTarget')
  if (!hasVariation(channels, place.variationId, deliveryTarget)) return [anyOf([])]
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
    lacksFor(tenantId, place, deliveryTarget, lacking),
    // What is not ready for this channel is not ready for the least one: that is what an index can find.
    ...(max < 100 ? [readyBetween(tenantId, place, { to: max })] : []),
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
