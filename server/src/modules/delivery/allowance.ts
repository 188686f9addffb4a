import { createHash } from 'node:crypto'
import type { ApiKeyGrant } from '../../http/context.ts'
import type { Allowance } from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'
import type { Reach } from '../reader/index.ts'
import { requireChannels } from '../tenants/index.ts'

/** What a key may be answered. */
export interface KeyAllowance extends Allowance {
  /** The technical names of all channels of the tenant. */
  readonly channels: readonly string[]
}

export interface NamedAllowance extends KeyAllowance {
  /** Keys that may have the same are given the same: what is remembered for one serves the other. */
  readonly name: string
}

const limits = (list: readonly string[]): readonly string[] | null => (list.length === 0 ? null : [...list].sort())

/** A grant is the same object for as long as it is remembered, and so is this. */
export function allowanceOf(grant: ApiKeyGrant): NamedAllowance {
  const known = allowances.get(grant)
  if (known !== undefined) return known
  const allowance = {
    tenantId: grant.tenant.tenantId,
    ...reachOf(grant),
    typeNames: limits(grant.contentTypeTechnicalNames),
    channels: grant.channels.map(({ technicalName }) => technicalName),
  }
  const named = { ...allowance, name: nameOf(allowance) }
  allowances.set(grant, named)
  return named
}

const allowances = new WeakMap<ApiKeyGrant, NamedAllowance>()

/** Channels are looked at one by one only where one of them leaves variations out. */
function reachOf({ deliveryTargets, channels }: ApiKeyGrant): Reach {
  if (channels.every(({ variationIds }) => variationIds.length === 0)) {
    return { targets: limits(deliveryTargets), limited: [] }
  }
  const allowed = channels.filter(
    ({ technicalName }) => deliveryTargets.length === 0 || deliveryTargets.includes(technicalName),
  )
  const [whole, limited] = [true, false].map((isWhole) =>
    allowed.filter(({ variationIds }) => (variationIds.length === 0) === isWhole),
  )
  return { targets: (whole ?? []).map(({ technicalName }) => technicalName).sort(), limited: limited ?? [] }
}

/**
 * Narrowed to one target: to nothing, where the key may not have that one. `place` is where the request names the target.
 */
function forTarget(allowance: KeyAllowance, target: string | undefined, place: string): KeyAllowance {
  if (target === undefined) return allowance
  const { targets, limited, channels } = allowance
  requireChannels(channels, [target], () => place)
  const isLimited = limited.some(({ technicalName }) => technicalName === target)
  const isAllowed = !isLimited && (targets === null || targets.includes(target))
  return {
    ...allowance,
    targets: isAllowed ? [target] : [],
    limited: limited.filter(({ technicalName }) => technicalName === target),
  }
}

/** For answers about one variation: channels that leave it out are none, and the others are like those that have all. */
export function forVariation<Of extends Reach>(reach: Of, variationId: string | undefined): Of {
  const { targets, limited } = reach
  if (variationId === undefined || limited.length === 0) return reach
  const here = limited.filter(({ variationIds }) => variationIds.includes(variationId))
  return { ...reach, targets: [...(targets ?? []), ...here.map(({ technicalName }) => technicalName)], limited: [] }
}

/** Narrowed to the target and the variation of a question. `place` is where the request names the target. */
export const narrowedTo = (
  allowance: KeyAllowance,
  {
    deliveryTarget,
    variationId,
  }: { readonly deliveryTarget?: string | undefined; readonly variationId?: string | undefined },
  place: string,
): KeyAllowance => forVariation(forTarget(allowance, deliveryTarget, place), variationId)

/** A type that the key may not have is, to its bearer, no type. */
export const allowedTypes = (allowance: Allowance, types: readonly StoredType[]): readonly StoredType[] =>
  types.filter(({ type }) => allowance.typeNames?.includes(type.technicalName) ?? true)

const nameOf = ({ tenantId, targets, limited, typeNames }: Allowance): string =>
  [tenantId, targets?.join(',') ?? '*', typeNames?.join(',') ?? '*', ...nameOfLimited(limited)].join('|')

/** Short, however many variations the channels name. */
const nameOfLimited = (limited: Reach['limited']): string[] =>
  limited.length === 0 ? [] : [createHash('sha256').update(JSON.stringify(limited)).digest('base64url')]
