import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { applyEdits, readEditsInSteps } from '../domain/merge.ts'
import { requireVersion, variationOf } from '../domain/presentation.ts'
import { fieldsOf, isShared, type Slot } from '../domain/values.ts'
import { findChangedSince } from '../store/history.repository.ts'
import { lockItemOf } from '../store/load.ts'
import { wholeSlots } from '../store/long-contents.ts'
import { persist } from '../store/persist.ts'
import { nameAt } from './read-history.ts'
import { type Changed, requireEditable, requireReferences } from './save-variation.ts'
import type { StepRequest } from './take-step.ts'

/**
 * Writes the values of an earlier version, and the name that the item had then, as a new version. Fields that the type no longer has are
 * left out.
 */
export async function restoreVersion(
  trx: Transaction,
  actor: Actor,
  { contentVariationId, version, ...seen }: StepRequest & { readonly version: number },
): Promise<Changed> {
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
  const edits = new Map([...read, ...emptied])
  await requireReferences(trx, tenantId, item, variation, edits)
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
  return { item: saved, variationId }
}

const isSharedName = (fields: ReturnType<typeof fieldsOf>, name: string): boolean => {
  const field = fields.get(name)
  return field !== undefined && isShared(field)
}
