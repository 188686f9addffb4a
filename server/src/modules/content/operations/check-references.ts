import type { FieldError } from '@pim/contract'
import { fitsMimeType, type PlacedReference } from '@pim/field-types'
import { type LockTarget, lockTargets } from '../../../platform/database/target-locks.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findMimeTypes } from '../../binary/index.ts'
import { findTaxonomyIds } from '../../taxonomies/index.ts'
import type { FieldReferences } from '../domain/values.ts'
import { findItemTargets, type ItemTarget } from '../store/link-target.repository.ts'

/**
 * Field errors for references to what does not exist in this tenant or is of a kind that the field does not allow.
 * What belongs to another tenant gives the same error as what does not exist. Locks the targets, so that what was there
 * is there when the transaction ends: call it once in a transaction, after the items are locked (`target-locks.ts`).
 */
export async function checkReferences(
  trx: Transaction,
  tenantId: string,
  wanted: readonly FieldReferences[],
  missing: Missing,
): Promise<FieldError[]> {
  return faultsOf(await lockReferenced(trx, tenantId, wanted), wanted, missing)
}

export type Missing = 'NOT_FOUND' | 'BROKEN_LINK'

/** What is there of all that is referred to. */
export interface Targets {
  readonly items: ReadonlyMap<string, ItemTarget>
  readonly mimeTypes: ReadonlyMap<string, string>
  readonly taxonomyIds: ReadonlyMap<string, string>
}

/** Locks and reads the targets of references: call it once in a transaction, after the items are locked. */
export async function lockReferenced(
  trx: Transaction,
  tenantId: string,
  wanted: readonly FieldReferences[],
): Promise<Targets> {
  const asked = await targetsOfReferences(trx, tenantId, wanted)
  const [, targets] = await Promise.all([
    lockTargets(trx, tenantId, asked.locks, 'shared'),
    findTargets(trx, tenantId, asked),
  ])
  return targets
}

export interface AskedTargets {
  readonly itemIds: readonly string[]
  readonly binaryIds: readonly string[]
  /** Ids of existing concepts only. */
  readonly conceptIds: readonly string[]
}

/** Targets of references by kind, and the locks that protect them. A concept never moves to another taxonomy. */
export async function targetsOfReferences(
  trx: Transaction,
  tenantId: string,
  wanted: readonly FieldReferences[],
): Promise<AskedTargets & { readonly locks: readonly LockTarget[] }> {
  const idsOf = (kind: PlacedReference['kind']) => [
    ...new Set(wanted.flatMap(({ references }) => references.filter((each) => each.kind === kind).map(({ id }) => id))),
  ]
  const known = await findTaxonomyIds(trx, tenantId, idsOf('concept'))
  const [itemIds, binaryIds] = [idsOf('item'), idsOf('binary')]
  const locks = [
    ...[...known.values()].map((id) => ({ kind: 'taxonomy', id }) as const),
    ...itemIds.map((id) => ({ kind: 'item', id }) as const),
    ...binaryIds.map((id) => ({ kind: 'file', id }) as const),
  ]
  return { itemIds, binaryIds, conceptIds: [...known.keys()], locks }
}

export async function findTargets(
  trx: Transaction,
  tenantId: string,
  { itemIds, binaryIds, conceptIds }: AskedTargets,
): Promise<Targets> {
  const [items, mimeTypes, taxonomyIds] = await Promise.all([
    findItemTargets(trx, tenantId, itemIds),
    findMimeTypes(trx, tenantId, binaryIds),
    findTaxonomyIds(trx, tenantId, conceptIds),
  ])
  return { items: new Map(items.map((item) => [item.id, item])), mimeTypes, taxonomyIds }
}

/** Pure: whether what a reference leads to is there, of whatever kind. */
export const isThere = ({ items, mimeTypes, taxonomyIds }: Targets, { kind, id }: PlacedReference): boolean =>
  ({ item: items, binary: mimeTypes, concept: taxonomyIds })[kind].has(id)

/** Pure: a field error for each reference that leads nowhere or to something of a wrong kind. */
export function faultsOf(targets: Targets, wanted: readonly FieldReferences[], missing: Missing): FieldError[] {
  function faultOf({ kind, id, allows = {} }: PlacedReference): Fault | null {
    if (kind === 'concept') {
      const taxonomyId = targets.taxonomyIds.get(id)
      if (taxonomyId === undefined) return missing
      return isAllowed(taxonomyId, allows.taxonomyIds) ? null : 'NOT_ALLOWED'
    }
    if (kind === 'binary') {
      const mimeType = targets.mimeTypes.get(id)
      if (mimeType === undefined) return missing
      return fitsMimeType(mimeType, allows.mimeTypes) ? null : 'NOT_ALLOWED'
    }
    const item = targets.items.get(id)
    if (item === undefined) return missing
    const fits =
      (allows.contentTypeKind === undefined || allows.contentTypeKind === item.kind) &&
      isAllowed(item.technicalContentTypeName, allows.contentTypeTechnicalNames) &&
      // A media item without a file passes: it may get a fitting one.
      item.mimeTypes.every((mimeType) => fitsMimeType(mimeType, allows.mimeTypes))
    return fits ? null : 'NOT_ALLOWED'
  }
  return wanted.flatMap(({ field, references }) =>
    references.flatMap((reference): FieldError[] => {
      const code = faultOf(reference)
      if (code === null) return []
      const place = reference.path === '' ? '' : `${reference.path.replace(/^\./, '')} `
      return [{ technicalFieldName: field.technicalName, code, message: `${place}${messages[code]}` }]
    }),
  )
}

/** Locks concepts as targets of references; answers those that are there, with their taxonomies. */
export async function lockConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await findTaxonomyIds(trx, tenantId, conceptIds)
  const targets = [...known.values()].map((id) => ({ kind: 'taxonomy', id }) as const)
  const [, there] = await Promise.all([
    lockTargets(trx, tenantId, targets, 'shared'),
    findTaxonomyIds(trx, tenantId, [...known.keys()]),
  ])
  return there
}

type Fault = 'NOT_FOUND' | 'BROKEN_LINK' | 'NOT_ALLOWED'

const messages: Readonly<Record<Fault, string>> = {
  NOT_FOUND: 'points to something that is not there',
  BROKEN_LINK: 'points to something that is deleted or gone',
  NOT_ALLOWED: 'points to something of a kind that is not allowed here',
}

const isAllowed = (name: string, allowed: readonly string[] | undefined): boolean => allowed?.includes(name) ?? true
