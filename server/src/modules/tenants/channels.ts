import type { ChangeTenant, Channel, ChannelUse, FieldError, Variation } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { invalidRequest, Problem } from '../../core/problem.ts'
import type { ChannelDetails } from '../../platform/database/platform-tables.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Answers what names these channels; modules that keep such names each answer with their part. */
export type ChannelUses = (
  trx: Transaction,
  tenantId: string,
  technicalNames: readonly string[],
) => Promise<ChannelUse[]>

export interface StoredChannels {
  readonly deliveryTargets: readonly string[]
  /** By technical name, for channels that have some. */
  readonly channelDetails: ChannelDetails
}

/** A channel as content sees it. No `variationIds`: every variation. */
export interface MarketChannel {
  readonly technicalName: string
  readonly variationIds: readonly string[]
}

export const channelsOf = ({ deliveryTargets, channelDetails }: StoredChannels): Channel[] =>
  deliveryTargets.map((technicalName) => {
    const { friendlyName = {}, variationIds = [] } = channelDetails[technicalName] ?? {}
    return { technicalName, friendlyName: { ...friendlyName }, variationIds: [...variationIds] }
  })

/** The channels after a change; the same object where they are not asked for. */
export function changedChannels<Before extends StoredChannels>(
  before: Before,
  { channels, deliveryTargets }: Pick<ChangeTenant, 'channels' | 'deliveryTargets'>,
  variations: readonly Variation[],
): StoredChannels {
  const errors: FieldError[] = []
  const addError = (place: string, code: FieldErrorCode, message: string) =>
    errors.push({ technicalFieldName: `body.${place}`, code, message })
  if (channels !== undefined && deliveryTargets !== undefined) {
    addError('deliveryTargets', 'NOT_TOGETHER', 'says the same as channels: give one of them')
  }
  const names = channels?.map(({ technicalName }) => technicalName) ?? deliveryTargets ?? before.deliveryTargets
  const placeOf = (at: number) => (channels ? `channels[${at}].technicalName` : `deliveryTargets[${at}]`)
  for (const at of repeatedPlaces(names)) addError(placeOf(at), 'DUPLICATE', `${names[at]} is there twice`)
  const known = new Set(variations.map(({ variationId }) => variationId))
  for (const [at, { variationIds = [] }] of (channels ?? []).entries()) {
    const place = `channels[${at}].variationIds`
    for (const [index, id] of variationIds.entries()) {
      if (!known.has(id)) addError(`${place}[${index}]`, 'UNKNOWN_VARIATION', 'is not a variation of the tenant')
    }
    for (const index of repeatedPlaces(variationIds)) addError(`${place}[${index}]`, 'DUPLICATE', 'is there twice')
  }
  if (errors.length > 0) throw invalidRequest(errors)
  const details: ChannelDetails = channels
    ? Object.fromEntries(
        channels.map(({ technicalName, friendlyName = {}, variationIds = [] }) => [
          technicalName,
          { friendlyName, variationIds },
        ]),
      )
    : before.channelDetails
  const channelDetails = Object.fromEntries(
    Object.entries(details).filter(
      ([name, { friendlyName, variationIds }]) =>
        names.includes(name) && (variationIds.length > 0 || Object.keys(friendlyName).length > 0),
    ),
  )
  return { deliveryTargets: names, channelDetails }
}

/** Refuses names that are no channel of the tenant. `placeOf` names the place of each in the request. */
export function requireChannels(
  known: Iterable<string>,
  names: readonly string[],
  placeOf: (at: number) => string,
): void {
  const ofTenant = new Set(known)
  const errors = names.flatMap((name, at) =>
    ofTenant.has(name)
      ? []
      : [
          {
            technicalFieldName: placeOf(at),
            code: 'UNKNOWN_TARGET' as const,
            message: `${name} is not a delivery target of the tenant`,
          },
        ],
  )
  if (errors.length > 0) throw invalidRequest(errors)
}

/** Places of texts that are in the list before. */
const repeatedPlaces = (list: readonly string[]): number[] =>
  list.flatMap((text, at) => (list.indexOf(text) < at ? [at] : []))

/** Refuses to take away channels that something names: content that names one alone would then go to every channel. */
export function requireUnused(uses: readonly ChannelUse[]): void {
  const channelUses = uses.filter(isUsed)
  // Defence 103, without: return
  if (channelUses.length === 0) return
  const names = channelUses.map(({ technicalName }) => technicalName).join(', ')
  throw new Problem('IN_USE', {
    message: `Content, API keys or fields still name ${names}. Take the channel away from them first.`,
    channelUses,
  })
}

const isUsed = ({ itemCount, keyCount, fields }: ChannelUse): boolean =>
  itemCount > 0 || keyCount > 0 || fields.length > 0

/** The channels that have this variation alone: without it they would have all. */
export const channelsOfOnly = ({ channelDetails }: StoredChannels, variationId: string): string[] =>
  Object.entries(channelDetails).flatMap(([name, { variationIds }]) =>
    variationIds.length === 1 && variationIds[0] === variationId ? [name] : [],
  )
