import type { RestoredVariation } from '@pim/contract'
import type { PlacedReference } from '@pim/field-types'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { ItemState, VariationState } from '../domain/item-state.ts'
import { applyEdits, type Edits, readEditsInSteps } from '../domain/merge.ts'
import { requireVersion, variationOf } from '../domain/presentation.ts'
import { fieldsOf, isShared, type Slot } from '../domain/values.ts'
import { withReferences } from '../domain/without-concepts.ts'
import { findChangedSince } from '../store/history.repository.ts'
import { findEnds } from '../store/link-end.repository.ts'
import { lockItemOf } from '../store/load.ts'
import { wholeSlots } from '../store/long-contents.ts'
import { persist } from '../store/persist.ts'
import { faultsOf, isThere, lockReferenced } from './check-references.ts'
import { nameAt } from './read-history.ts'
import { type Changed, madeReferences, requireEditable } from './save-variation.ts'
import type { StepRequest } from './take-step.ts'

/** `leftOut`: the references that lead nowhere by now; undefined where there are none. */
export interface Restored extends Changed {
  readonly leftOut: RestoredVariation['leftOut']
}

/**
 * Writes the values of an earlier version, and the name that the item had then, as a new version. Left out are fields that the type no
 * longer has, and references to what is gone since, which the answer names.
 */
export async function restoreVersion(
  trx: Transaction,
  actor: Actor,
  { contentVariationId, version, ...seen }: StepRequest & { readonly version: number },
): Promise<Restored> {
  const { tenantId } = actor
  const { item, at, variationId } = await lockItemOf(trx, tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  if (version > variation.version) throw new Problem('NOT_FOUND')
  requireVersion(variation, seen)
  requireEditable(variation)
  const changedSince = await findChangedSince(trx, tenantId, contentVariationId, version)
  const fields = fieldsOf(item.type)
  const known = new Map([...changedSince].filter(([name]) => fields.has(name)))
  const places = [...(await wholeSlots(trx, tenantId, item.contentItemId, known))]
  // Validated like new input, because the content type may have changed since.
  const reading = readEditsInSteps(item.type, {
    fields: places.flatMap(([technicalFieldName, slot]) =>
      slot === undefined ? [] : [{ technicalFieldName, value: slot.value }],
    ),
    resetFields: places.flatMap(([name, slot]) => (slot === undefined && !isSharedName(fields, name) ? [name] : [])),
  })
  const read = await inSlices(reading)
  const emptied = places.flatMap(([name, slot]): [string, Slot][] =>
    slot === undefined && isSharedName(fields, name) ? [[name, undefined]] : [],
  )
  const { edits, leftOut } = await withoutGone(trx, tenantId, item, variation, new Map([...read, ...emptied]))
  const cause = { action: 'restore', variationId, by: actor.userId, at } as const
  const name = nameAt(item, changedSince)
  const renamed = name === item.name ? {} : { from: item.name, to: name }
  const wanted = { ...applyEdits(item, variation, edits), name }
  const saved = await persist(trx, tenantId, item, wanted, cause, {
    action: 'contentVariation.restoreVersion',
    entityKind: 'contentVariation',
    entityId: contentVariationId,
    details: { contentItemId: item.contentItemId, restoredVersion: version, ...renamed },
  })
  return { item: saved, variationId, leftOut }
}

/** Takes references to what is gone out of the edits, and locks the others. Throws where a field does not allow one of them any more. */
async function withoutGone(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  variation: VariationState,
  asked: Edits,
): Promise<{ readonly edits: Edits; readonly leftOut: Restored['leftOut'] }> {
  const wanted = madeReferences(item, variation, asked)
  if (wanted.length === 0) return { edits: asked, leftOut: undefined }
  const targets = await lockReferenced(trx, tenantId, wanted)
  const gone = wanted.flatMap(({ field: { technicalName }, references }) =>
    references
      .filter((reference) => !isThere(targets, reference))
      .map(({ kind, id }) => ({ technicalFieldName: technicalName, kind, id })),
  )
  const isGone = (name: string, { kind, id }: PlacedReference) =>
    gone.some((each) => each.technicalFieldName === name && each.kind === kind && each.id === id)
  const staying = wanted.map(({ field, references }) => ({
    field,
    references: references.filter((reference) => !isGone(field.technicalName, reference)),
  }))
  const fieldErrors = faultsOf(targets, staying, 'NOT_FOUND')
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
  if (gone.length === 0) return { edits: asked, leftOut: undefined }
  const fields = fieldsOf(item.type)
  const edits = new Map(
    [...asked].map(([name, slot]): [string, Slot] => {
      const field = fields.get(name)
      if (field === undefined || slot === undefined) return [name, slot]
      return [name, { value: withReferences(field, slot.value, (each) => (isGone(name, each) ? null : undefined)) }]
    }),
  )
  // Deleted items can still be named.
  const ids = gone.flatMap(({ kind, id }) => (kind === 'item' ? [id] : []))
  const ends = await findEnds(trx, tenantId, ids, variation.variationId)
  const leftOut = gone.map((each) => {
    const name = ends.get(each.id)?.name
    return { ...each, ...(name !== undefined && { name }) }
  })
  return { edits, leftOut }
}

const isSharedName = (fields: ReturnType<typeof fieldsOf>, name: string): boolean => {
  const field = fields.get(name)
  return field !== undefined && isShared(field)
}
