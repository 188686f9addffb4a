import type { FieldError, PlanResult } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import {
  changesDelivery,
  type RecordedAs,
  recordPublications,
  type WrittenItem,
} from '../bulk-changes/record-publications.ts'
import { type AuditNote, auditNoteOfItem, auditNoteOfStep } from '../domain/audit-notes.ts'
import type { VersionAction } from '../domain/derived-changes.ts'
import { variationOf } from '../domain/presentation.ts'
import { type ItemChange, persistAll } from '../store/persist.ts'
import { makePlan, type PlanOptions } from './make-plan.ts'
import { isBlocked, type PlanItem } from './planned-work.ts'
import { figuresOf, fingerprintOf, presentPlan } from './present-plan.ts'

/** The page that is sent with PLAN_OUTDATED. */
const firstPage = { pageNumber: 1, pageSize: 25 }

/**
 * Locks everything, makes the plan again and writes it if its fingerprint is still the one that the caller saw. All of it
 * or nothing is written.
 */
export async function executePlan(
  trx: Transaction,
  actor: Actor,
  options: PlanOptions & { readonly fingerprint: string },
): Promise<PlanResult> {
  const made = await makePlan(trx, actor, options, { lock: true })
  const { items, at } = made
  const { skipBlocked } = options
  if (fingerprintOf(items) !== options.fingerprint) {
    throw new Problem('PLAN_OUTDATED', { plan: await presentPlan(trx, actor.tenantId, made, firstPage, skipBlocked) })
  }
  if (!figuresOf(items, skipBlocked).canExecute)
    throw new Problem('VALIDATION_FAILED', { fieldErrors: items.flatMap(errorsOf) })
  // One item is taken back on its own screen.
  const isKept = items.filter((item) => isWritten(item) && changesDelivery(item)).length > 1
  const as = isKept ? { bulkChangeId: newId(), name: undefined } : undefined
  const variations = await writePlan(trx, actor, { items, at, as })
  return { jobId: null, variations, ...(as && { bulkChangeId: as.bulkChangeId }) }
}

interface Writing {
  readonly items: readonly PlanItem[]
  readonly at: string
  /** Keeps what it publishes and takes from delivery as this bulk change, so that it can be taken back. */
  readonly as: RecordedAs | undefined
}

/** Writes the planned state of all items that are not blocked. The caller has locked them. */
export async function writePlan(
  trx: Transaction,
  actor: Actor,
  { items, at, as }: Writing,
): Promise<PlanResult['variations']> {
  const { tenantId, userId } = actor
  const changed = items.filter(isWritten)
  const changes = changed.map((item) => changeOf(item, { by: userId, at, bulkChangeId: bulkChangeOf(item, as) }))
  const states = await persistAll(trx, tenantId, changes)
  const written = states.flatMap((after, index): WrittenItem[] => {
    const planned = changed[index]
    return planned !== undefined && bulkChangeOf(planned, as) !== undefined ? [{ planned, after }] : []
  })
  if (as !== undefined && written.length > 0) await recordPublications(trx, actor, as, written)
  return states.flatMap(({ contentItemId, variations }, index) =>
    [...variations.values()].flatMap(({ contentVariationId, variationId, status, version, snapshot }) => {
      if (changed[index]?.before.variations.get(variationId)?.version === version) return []
      const publishedVersion = snapshot?.version ?? null
      return [{ contentItemId, contentVariationId, variationId, status, version, publishedVersion }]
    }),
  )
}

const isWritten = (item: PlanItem): boolean => item.before !== item.after && !isBlocked(item)

const bulkChangeOf = (item: PlanItem, as: RecordedAs | undefined): string | undefined =>
  changesDelivery(item) ? as?.bulkChangeId : undefined

const errorsOf = ({ variations }: PlanItem): FieldError[] =>
  variations.flatMap(({ variationId, blocking }) =>
    blocking.map(({ code, message, technicalFieldName = '', sourceVariationId }) => ({
      technicalFieldName,
      code,
      message,
      variationId,
      ...(sourceVariationId && { sourceVariationId }),
    })),
  )

function changeOf(
  item: PlanItem,
  who: { readonly by: string; readonly at: string; readonly bulkChangeId: string | undefined },
): ItemChange {
  const { before, after: wanted, steps, kept } = item
  const actions = new Map<string, VersionAction>(steps)
  for (const variationId of kept.keys()) if (!actions.has(variationId)) actions.set(variationId, 'edit')
  return { before, wanted, cause: { action: 'edit', actions, ...who }, note: noteOf(item) }
}

function noteOf({ before, request: { whole }, steps, kept }: PlanItem): AuditNote {
  const { contentItemId, name } = before
  if (whole !== undefined) return auditNoteOfItem(whole, contentItemId, { name })
  const [only, ...more] = [...steps]
  if (only !== undefined && more.length === 0 && kept.size === 0)
    return auditNoteOfStep(only[1], before, variationOf(before, only[0]))
  return auditNoteOfItem('plan', contentItemId, {
    steps: Object.fromEntries(steps),
    ...(kept.size > 0 && { keptValues: Object.fromEntries(kept) }),
  })
}
