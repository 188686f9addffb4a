import type { LifecycleAction } from '@pim/contract'
import type { Actor } from '../core/actor.ts'
import { createItem, saveVariation, takeStep } from '../modules/content/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findCopies } from './repository.ts'

export type FieldValues = Readonly<Record<string, unknown>>

/** One thing that is done to an item in one variation, as a person would do it. */
export type Deed =
  | { readonly language: string; readonly save: FieldValues; readonly by: string }
  | { readonly language: string; readonly step: LifecycleAction; readonly by: string }

export interface Plan {
  readonly technicalContentTypeName: string
  readonly name: string
  readonly by: string
  readonly deeds: readonly Deed[]
}

export interface Place {
  readonly database: Database
  readonly tenantId: string
  /** Variation ids by language. */
  readonly languages: ReadonlyMap<string, string>
}

/** Makes an item and does everything to it in one transaction: it is there as planned, or not at all. */
export const makeItem = (place: Place, plan: Plan): Promise<string> =>
  place.database.inTenant(place.tenantId, (trx) => carryOut(trx, place, plan), {
    statementMs: 10_000,
    deadlineMs: 60_000,
  })

async function carryOut(trx: Transaction, { tenantId, languages }: Place, plan: Plan): Promise<string> {
  const actor = (userId: string): Actor => ({ tenantId, userId })
  const { contentItemId } = await createItem(trx, actor(plan.by), plan)
  const copies = await findCopies(trx, tenantId, contentItemId)
  for (const deed of plan.deeds) {
    const contentVariationId = copies.get(languages.get(deed.language) ?? '')
    if (contentVariationId === undefined) continue
    if ('step' in deed) {
      await takeStep(trx, actor(deed.by), deed.step, { contentVariationId })
      continue
    }
    const fields = Object.entries(deed.save).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
    await saveVariation(trx, actor(deed.by), { contentVariationId, fields })
  }
  return contentItemId
}
