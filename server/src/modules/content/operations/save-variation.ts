import type { FieldConflict, UpdateRequest } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockedChannelNames } from '../../tenants/index.ts'
import { targetsEntry, type VersionAction } from '../domain/derived-changes.ts'
import { type ItemState, lifecycleStateOf, type VariationState } from '../domain/item-state.ts'
import { outcomeOf } from '../domain/lifecycle.ts'
import { applyEdits, type EditRequest, type Edits, merge, readEditsInSteps, slotNow } from '../domain/merge.ts'
import { invalidTransition, variationOf } from '../domain/presentation.ts'
import { type FieldReferences, fieldsOf, referencesOf, type Slot } from '../domain/values.ts'
import { findChangedSince } from '../store/history.repository.ts'
import { lockItemOf } from '../store/load.ts'
import { wholeConflicts } from '../store/long-contents.ts'
import { persist } from '../store/persist.ts'
import { checkReferences } from './check-references.ts'

export interface Changed {
  readonly item: ItemState
  readonly variationId: string
}

/** Saves fields of a working copy: merged with the changes of others since `baseVersion`, or refused as a whole. */
export async function saveVariation(
  trx: Transaction,
  actor: Actor,
  request: UpdateRequest & { readonly ifMatch?: IfMatch },
): Promise<Changed> {
  const { contentVariationId, baseVersion } = request
  const targets = request.deliveryTargets?.length ? await lockedChannelNames(trx, actor.tenantId) : []
  const { item, at, variationId } = await lockItemOf(trx, actor.tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  requireMatch(request.ifMatch, variation.version)
  requireEditable(variation)
  const asked = await inSlices(readEditsInSteps(item.type, request, [...targets, ...variation.deliveryTargets]))
  const edits = await merged(trx, actor.tenantId, item, variation, asked, baseVersion)
  await requireReferences(trx, actor.tenantId, item, variation, edits)
  const wanted = edits.size === 0 ? item : applyEdits(item, variation, edits)
  const cause = { action: actionOf(request), variationId, by: actor.userId, at }
  const saved = await persist(trx, actor.tenantId, item, wanted, cause, {
    action: 'contentVariation.update',
    entityKind: 'contentVariation',
    entityId: contentVariationId,
    details: { contentItemId: item.contentItemId, fields: [...edits.keys()] },
  })
  return { item: saved, variationId }
}

export function requireEditable(variation: VariationState): void {
  if (outcomeOf(lifecycleStateOf(variation), 'edit') === 'refused') throw invalidTransition(variation)
}

const actionOf = ({ fields, resetFields = [], deliveryTargets }: EditRequest): VersionAction =>
  fields.length === 0 && resetFields.length > 0 && deliveryTargets === undefined ? 'reset' : 'edit'

async function merged(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  variation: VariationState,
  edits: Edits,
  baseVersion: number | undefined,
): Promise<Edits> {
  const { contentVariationId, version } = variation
  // Defence 45, without: const isBehind = false
  const isBehind = baseVersion !== undefined && baseVersion < version && edits.size > 0
  const changedSince = isBehind
    ? await findChangedSince(trx, tenantId, contentVariationId, baseVersion, [...edits.keys()])
    : new Map()
  try {
    return mergedEdits(item, variation, edits, baseVersion, changedSince)
  } catch (error) {
    throw error instanceof Problem ? await wholeConflicts(trx, tenantId, item.contentItemId, error) : error
  }
}

/** The edits that remain after the three-way merge; throws VERSION_CONFLICT with every conflicting field. */
export function mergedEdits(
  item: ItemState,
  variation: VariationState,
  edits: Edits,
  baseVersion: number | undefined,
  changedSince: ReadonlyMap<string, Slot>,
): Edits {
  const { version } = variation
  const { apply, conflicts } = merge(edits, (name) => slotNow(item, variation, name), changedSince)
  const shown = conflicts.map(
    ({ name, base, mine, theirs }): FieldConflict => ({
      technicalFieldName: name === targetsEntry ? 'deliveryTargets' : name,
      base: base?.value ?? null,
      mine: mine?.value ?? null,
      theirs: theirs?.value ?? null,
    }),
  )
  // A base version above the current one never existed (a restored backup): there is nothing to merge with.
  const isAhead = baseVersion !== undefined && baseVersion > version
  if (shown.length > 0 || isAhead) {
    throw new Problem('VERSION_CONFLICT', { currentVersion: version, conflicts: shown })
  }
  return apply
}

/** Throws VALIDATION_FAILED where an edit makes a reference to what is not there, and locks what it refers to. */
export async function requireReferences(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  variation: VariationState,
  edits: Edits,
): Promise<void> {
  const wanted = madeReferences(item, variation, edits)
  if (wanted.length === 0) return
  const fieldErrors = await checkReferences(trx, tenantId, wanted, 'NOT_FOUND')
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}

/** The references that edits make: those that the working copy has already are left out. */
export function madeReferences(item: ItemState, variation: VariationState, edits: Edits): FieldReferences[] {
  const fields = fieldsOf(item.type)
  return [...edits].flatMap(([name, slot]) => {
    const field = fields.get(name)
    if (field === undefined || slot === undefined) return []
    const { references } = referencesOf(field, slot.value, slotNow(item, variation, name)?.value)
    return references.length === 0 ? [] : [{ field, references }]
  })
}
