import type { ContentType, Field } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { behaviourOf } from '@pim/field-types'
import type { Database } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Jobs, RunningJob } from '../../../platform/jobs/jobs.ts'
import { findDanglingConcepts, findItemsWithConcepts } from '../../content-index/index.ts'
import { type ConceptContent, conceptExists } from '../../taxonomies/index.ts'
import type { ItemState, Snapshot, VariationState } from '../domain/item-state.ts'
import type { Values } from '../domain/values.ts'
import { findItemsWithAnyConcept } from '../store/item-usage.repository.ts'
import { lockTypesShared } from '../store/load.ts'
import { batchSize, jobTimeouts, maxItemsInRequest } from './change-type.ts'
import { rewriteItems } from './rewrite-items.ts'

export function createConceptDetach(deps: { readonly database: Database; readonly jobs: Jobs }): ConceptContent {
  deps.jobs.handle(jobKinds.detachConcepts, (job) => runDetach(deps.database, job))
  return {
    users: findItemsWithAnyConcept,
    async detach(trx, author, conceptIds) {
      const ids = await findItemsWithConcepts(trx, author.tenantId, conceptIds, maxItemsInRequest + 1)
      if (ids.length > maxItemsInRequest) {
        await deps.jobs.enqueue(trx, author.tenantId, { kind: jobKinds.detachConcepts, createdBy: author.userId })
        return
      }
      await detachFrom(trx, author.tenantId, author.userId, ids, new Set(conceptIds))
    },
  }
}

async function detachFrom(
  trx: Transaction,
  tenantId: string,
  by: string,
  contentItemIds: readonly string[],
  gone: ReadonlySet<string>,
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  await rewriteItems(trx, tenantId, contentItemIds, { by, action: 'edit', onConflict: 'leave' }, (item) =>
    withoutConcepts(item, gone),
  )
}

/** Searches for references to missing concepts instead of keeping a list, so the job can be restarted at any point. */
async function runDetach(database: Database, job: RunningJob): Promise<Record<string, unknown>> {
  const { tenantId, signal } = job
  const patience = { ...jobTimeouts, signal }
  let after: string | undefined
  for (let itemCount = 0; ; await job.progress(itemCount)) {
    signal.throwIfAborted()
    const from = after
    const found = await database.inTenant(
      tenantId,
      async (trx) => {
        const dangling = await findDanglingConcepts(
          trx,
          tenantId,
          (conceptId) => conceptExists(tenantId, conceptId),
          from,
          batchSize,
        )
        const ids = dangling.map((each) => each.contentItemId)
        const gone = new Set(dangling.flatMap((each) => each.conceptIds))
        await detachFrom(trx, tenantId, job.createdBy, ids, gone)
        return ids
      },
      patience,
    )
    after = found.at(-1)
    itemCount += found.length
    if (after === undefined) return { itemCount }
  }
}

/**
 * Removes the concepts from working copies and from snapshots alike, so that delivery sends no id of a missing concept
 * and a published variation stays published without pending changes.
 */
export function withoutConcepts(item: ItemState, gone: ReadonlySet<string>): ItemState {
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => {
    const own = valuesWithout(item.type, variation.own, gone)
    const snapshot = variation.snapshot && snapshotWithout(item.type, variation.snapshot, gone)
    const isSame = own === variation.own && snapshot === variation.snapshot
    return [id, isSame ? variation : { ...variation, own, snapshot }]
  })
  return { ...item, shared: valuesWithout(item.type, item.shared, gone), variations: new Map(variations) }
}

function snapshotWithout(type: ContentType, snapshot: Snapshot, gone: ReadonlySet<string>): Snapshot {
  const own = valuesWithout(type, snapshot.own, gone)
  const shared = valuesWithout(type, snapshot.shared, gone)
  return own === snapshot.own && shared === snapshot.shared ? snapshot : { ...snapshot, own, shared }
}

function valuesWithout(type: ContentType, values: Values, gone: ReadonlySet<string>): Values {
  const changed = type.fields.flatMap((field): [string, unknown][] => {
    const value = values[field.technicalName]
    if (value === undefined || value === null) return []
    const next = valueWithout(field, value, gone)
    return next === value ? [] : [[field.technicalName, next]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** The value without the concepts; `null` where nothing is left, because an absent value would start to inherit. */
function valueWithout(field: Field, value: unknown, gone: ReadonlySet<string>): unknown {
  const behaviour = behaviourOf(field)
  const paths = behaviour
    .references(value)
    .filter(({ kind, id }) => kind === 'concept' && gone.has(id))
    .map(({ path }) => path)
  if (paths.length === 0) return value
  if (paths.includes('')) return null
  return behaviour.read(withoutPlaces(value, new Set(paths), '')).value
}

/** Removes the entries at these paths, at any depth (lists, groups, tables). */
function withoutPlaces(value: unknown, paths: ReadonlySet<string>, at: string): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      const path = `${at}[${index}]`
      return paths.has(path) ? [] : [withoutPlaces(entry, paths, path)]
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const path = `${at}.${key}`
      return paths.has(path) ? [] : [[key, withoutPlaces(entry, paths, path)]]
    }),
  )
}
