import type { ApiKeyGrant } from '../../http/context.ts'
import type { Allowance } from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'

export interface NamedAllowance extends Allowance {
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
    targets: limits(grant.deliveryTargets),
    typeNames: limits(grant.contentTypeTechnicalNames),
  }
  const named = { ...allowance, name: nameOf(allowance) }
  allowances.set(grant, named)
  return named
}

const allowances = new WeakMap<ApiKeyGrant, NamedAllowance>()

/** Narrowed to one target: to nothing, where the key may not have that one. */
export function forTarget(allowance: Allowance, target: string | undefined): Allowance {
  if (target === undefined) return allowance
  const isAllowed = allowance.targets === null || allowance.targets.includes(target)
  return { ...allowance, targets: isAllowed ? [target] : [] }
}

/** A type that the key may not have is, to its bearer, no type. */
export const allowedTypes = (allowance: Allowance, types: readonly StoredType[]): readonly StoredType[] =>
  types.filter(({ type }) => allowance.typeNames?.includes(type.technicalName) ?? true)

/** Content without targets of its own goes to every one. */
export const reachesTargets = (targets: readonly string[] | null, own: readonly string[]): boolean =>
  targets === null || (targets.length > 0 && own.length === 0) || targets.some((target) => own.includes(target))

const nameOf = ({ tenantId, targets, typeNames }: Allowance): string =>
  [tenantId, targets?.join(',') ?? '*', typeNames?.join(',') ?? '*'].join('|')
