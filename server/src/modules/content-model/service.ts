import type {
  ContentType,
  ContentTypeInput,
  ContentTypeKind,
  SeedContentTypes,
  SeedContentTypesResult,
} from '@pim/contract'
import { each } from '@pim/field-types/steps'
import type { Actor } from '../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { inSlices } from '../../core/time-slices.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { notifyDelivery } from '../events/index.ts'
import { type Quotas, quotaReached } from '../quotas/index.ts'
import { lockedChannelNames } from '../tenants/index.ts'
import { checkTypes, preparePatternsOf, refersToType } from './check-type.ts'
import { checkRenamesAgainst, compareTypes, type TypeChange } from './compare-types.ts'
import {
  findTypeNames,
  insertType,
  lockModelExclusive,
  lockTypeExclusive,
  type ModelSize,
  measureModel,
  removeType,
  updateType,
} from './content-type.repository.ts'
import { listTypes } from './list-types.ts'
import { isSameType, normalType } from './normal-form.ts'
import { starterTypes } from './starter-types/index.ts'
import { findTypeByName, findTypes, type StoredType } from './stored-types.ts'

export interface ChangedType {
  readonly stored: StoredType
  readonly input: ContentTypeInput
  readonly change: TypeChange
}

/** What the content model needs from the content module, which implements it. */
export interface ContentChange {
  /** Items of the type, with deleted ones, because those can be restored and then need their type. */
  itemsOf(
    trx: Transaction,
    tenantId: string,
    contentTypeId: string,
    limit: number,
  ): Promise<{ contentItemId: string; name: string }[]>
  /** Throws DATA_LOSS, with the number of items for each field, where the changes would drop values. */
  refuseDataLoss(trx: Transaction, tenantId: string, changed: readonly ChangedType[]): Promise<void>
  /** Converts the items to the changed types: at once where they are few, otherwise with a job, whose id it returns. */
  migrateItems(
    trx: Transaction,
    actor: Actor,
    changed: readonly ChangedType[],
    allowDataLoss: boolean,
  ): Promise<string | undefined>
  /**
   * Enqueues a job for earlier changes whose job has failed; returns its id, or undefined where there is nothing to do.
   */
  resume(trx: Transaction, actor: Actor): Promise<string | undefined>
}

export interface ContentModelDependencies {
  readonly database: Database
  readonly content: ContentChange
  readonly quotas: Quotas
}

/** Longer time-outs than usual, because a change of a type checks all its items first. */
const longTransaction = { statementMs: 10_000, deadlineMs: 14_000 }

export function createContentModelService({ database, content, quotas }: ContentModelDependencies) {
  const list = (tenantId: string, kind?: ContentTypeKind) => listTypes(database, tenantId, kind)

  const byName = async (tenantId: string, technicalName: string): Promise<ContentType> => {
    const found = await database.inTenantReadOnly(tenantId, (trx) => findTypeByName(trx, tenantId, technicalName))
    if (found === undefined) throw new Problem('NOT_FOUND')
    return shown(found)
  }

  /** Names differ in more than case, as seeding demands: one that is taken so could not be created. */
  const missingStarterTypes = async (tenantId: string): Promise<ContentType[]> => {
    const stored = await database.inTenantReadOnly(tenantId, (trx) => findTypeNames(trx, tenantId))
    const taken = new Set(stored.map((name) => name.toLowerCase()))
    return starterTypes.filter(({ technicalName }) => !taken.has(technicalName.toLowerCase()))
  }

  const seed = async (
    actor: Actor,
    request: SeedContentTypes = {},
    ifMatch?: IfMatch,
  ): Promise<SeedContentTypesResult> => {
    const inputs: readonly ContentTypeInput[] = request.contentTypes ?? starterTypes
    const fieldErrors = await inSlices(preparePatternsOf(inputs))
    // Defence 29
    if (fieldErrors.length > 0) throw new Problem('CONTENT_TYPE_INVALID', { fieldErrors })
    const work = (trx: Transaction) =>
      seedIn(trx, actor, inputs, { allowDataLoss: request.allowDataLoss ?? false, ifMatch })
    return await database.inTenant(actor.tenantId, work, { ...longTransaction, once: actor.once })
  }

  async function seedIn(
    trx: Transaction,
    actor: Actor,
    inputs: readonly ContentTypeInput[],
    { allowDataLoss, ifMatch }: { readonly allowDataLoss: boolean; readonly ifMatch: IfMatch },
  ): Promise<SeedContentTypesResult> {
    const { tenantId } = actor
    const channels = await lockedChannelNames(trx, tenantId)
    await lockModelExclusive(trx, tenantId)
    const existing = new Map((await findTypes(trx, tenantId)).map((stored) => [stored.type.technicalName, stored]))
    requireSeenType(ifMatch, inputs, existing)
    await refuseInvalid(inputs, existing, channels)
    const wanted = await inSlices(
      // biome-ignore lint/correctness/useYield: `each` yields after every type.
      each(inputs, function* (input) {
        return { stored: existing.get(input.technicalName), input, type: normalType(input) }
      }),
    )
    const created = wanted.flatMap(({ stored, type }) => (stored === undefined ? [type] : []))
    const changed = wanted.flatMap(({ stored, input, type }) =>
      stored === undefined || isSameType(stored.type, type)
        ? []
        : [{ stored, input, change: compareTypes(stored.type, input, type) }],
    )
    const before = created.length + changed.length === 0 ? undefined : await measureModel(trx, tenantId)
    for (const type of created) await create(trx, actor, type)
    const jobId = await (changed.length === 0
      ? content.resume(trx, actor)
      : changeAll(trx, actor, changed, allowDataLoss))
    if (before !== undefined) await refuseTooMuch(trx, tenantId, before)
    const names = new Set([...created, ...changed.map(({ change }) => change.after)].map((type) => type.technicalName))
    return {
      created: created.map((type) => type.technicalName),
      changed: changed.map(({ change }) => change.after.technicalName),
      unchanged: inputs.map((input) => input.technicalName).filter((name) => !names.has(name)),
      ...(jobId !== undefined && { jobId }),
    }
  }

  /** Who holds the lock on the model is alone, so what is written is measured; a model that was over a quota may shrink. */
  async function refuseTooMuch(trx: Transaction, tenantId: string, before: ModelSize): Promise<void> {
    const [limits, after] = await Promise.all([quotas.limitsOf(trx, tenantId), measureModel(trx, tenantId)])
    for (const quota of ['contentTypes', 'contentTypeFields', 'contentTypeBytes'] as const) {
      const [limit, used, adding] = [limits[quota], before[quota], after[quota] - before[quota]]
      if (limit !== null && adding > 0 && used + adding > limit) throw quotaReached({ quota, limit, used, adding })
    }
  }

  async function create(trx: Transaction, { tenantId, userId }: Actor, type: ContentType): Promise<void> {
    notifyDelivery(trx, tenantId, { model: true })
    await insertType(trx, tenantId, newId(), type, userId)
    await recordChange(trx, tenantId, {
      userId,
      action: 'contentType.create',
      entityKind: 'contentType',
      entityId: type.technicalName,
    })
  }

  async function changeAll(
    trx: Transaction,
    actor: Actor,
    changed: readonly ChangedType[],
    allowDataLoss: boolean,
  ): Promise<string | undefined> {
    const { tenantId, userId } = actor
    // Always in the same order, so that two transactions cannot deadlock.
    for (const { stored } of changed) await lockTypeExclusive(trx, tenantId, stored.contentTypeId)
    await refuseOtherKind(trx, tenantId, changed, content)
    if (!allowDataLoss) await content.refuseDataLoss(trx, tenantId, changed)
    for (const { stored, change } of changed) {
      notifyDelivery(trx, tenantId, { model: true })
      await updateType(trx, tenantId, stored.contentTypeId, change.after, userId)
      await recordChange(trx, tenantId, {
        userId,
        action: 'contentType.change',
        entityKind: 'contentType',
        entityId: change.after.technicalName,
        details: { ...summaryOf(change), allowDataLoss },
      })
    }
    return content.migrateItems(trx, actor, changed, allowDataLoss)
  }

  /**
   * Changes one type under the locks of a change of the model: `change` gets it as it is then and answers how it is to be; undefined leaves it
   * alone. Values that it has no place for any more are dropped. Throws as `seed` does.
   */
  const changeOne = async (
    trx: Transaction,
    actor: Actor,
    technicalName: string,
    change: (stored: StoredType) => Promise<ContentTypeInput | undefined>,
  ): Promise<void> => {
    const { tenantId } = actor
    const channels = await lockedChannelNames(trx, tenantId)
    await lockModelExclusive(trx, tenantId)
    const existing = new Map((await findTypes(trx, tenantId)).map((stored) => [stored.type.technicalName, stored]))
    const stored = existing.get(technicalName)
    if (stored === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such content type.' })
    // Whoever is about to write an item of the type has written it before `change` looks.
    await lockTypeExclusive(trx, tenantId, stored.contentTypeId)
    const input = await change(stored)
    if (input === undefined) return
    await refuseInvalid([input], existing, channels)
    const before = await measureModel(trx, tenantId)
    await changeAll(trx, actor, [{ stored, input, change: compareTypes(stored.type, input, normalType(input)) }], true)
    await refuseTooMuch(trx, tenantId, before)
  }

  const remove = (actor: Actor, technicalName: string, ifMatch?: IfMatch): Promise<void> =>
    database.inTenant(actor.tenantId, async (trx) => {
      const { tenantId, userId } = actor
      await lockModelExclusive(trx, tenantId)
      const stored = await findTypeByName(trx, tenantId, technicalName)
      if (stored === undefined) throw new Problem('NOT_FOUND')
      requireMatch(ifMatch, stored.revision)
      await lockTypeExclusive(trx, tenantId, stored.contentTypeId)
      const usedBy = await content.itemsOf(trx, tenantId, stored.contentTypeId, 20)
      if (usedBy.length > 0) {
        throw new Problem('IN_USE', { message: `There are items of the type ${technicalName}.`, usedBy })
      }
      await refuseReferenced(trx, tenantId, technicalName)
      notifyDelivery(trx, tenantId, { model: true })
      await removeType(trx, tenantId, stored.contentTypeId)
      await recordChange(trx, tenantId, {
        userId,
        action: 'contentType.delete',
        entityKind: 'contentType',
        entityId: technicalName,
      })
    })

  return { list, byName, missingStarterTypes, seed, changeOne, remove }
}

export type ContentModelService = ReturnType<typeof createContentModelService>

const shown = ({ type, revision }: StoredType): ContentType => ({ ...type, version: revision })

/** `If-Match` is about one type, so the request has to name one. A type that was deleted meanwhile is not made again. */
function requireSeenType(
  ifMatch: IfMatch,
  inputs: readonly ContentTypeInput[],
  existing: ReadonlyMap<string, StoredType>,
): void {
  if (ifMatch === undefined) return
  const [input, ...others] = inputs
  if (input === undefined || others.length > 0) {
    throw invalidPlace(
      'headers.if-match',
      'ONE_TYPE',
      'is the version of one content type, and the body has another number',
    )
  }
  requireMatch(ifMatch, existing.get(input.technicalName)?.revision ?? 0)
}

async function refuseInvalid(
  inputs: readonly ContentTypeInput[],
  existing: ReadonlyMap<string, StoredType>,
  deliveryTargets: readonly string[],
): Promise<void> {
  const types = [...existing.values()].map(({ type }) => type)
  const fieldErrors = [
    ...(await inSlices(checkTypes(inputs, types, deliveryTargets))),
    ...inputs.flatMap((input, at) => {
      const before = existing.get(input.technicalName)?.type
      return before === undefined ? [] : checkRenamesAgainst(before, input, `body.contentTypes[${at}]`)
    }),
  ]
  if (fieldErrors.length > 0) throw new Problem('CONTENT_TYPE_INVALID', { fieldErrors })
}

/** Throws IN_USE where fields of other types refer to the type; its own fields are deleted with it. */
async function refuseReferenced(trx: Transaction, tenantId: string, technicalName: string): Promise<void> {
  const namedBy = (await findTypes(trx, tenantId)).filter(
    ({ type }) => type.technicalName !== technicalName && refersToType(type, technicalName),
  )
  if (namedBy.length === 0) return
  const names = namedBy.map(({ type }) => type.technicalName).join(', ')
  throw new Problem('IN_USE', { message: `Fields of these types are for items of ${technicalName}: ${names}.` })
}

/** Refuses a change between the kinds `user` and `media` while there are items, because media items have files. */
async function refuseOtherKind(
  trx: Transaction,
  tenantId: string,
  changed: readonly ChangedType[],
  content: ContentChange,
): Promise<void> {
  for (const { stored, change } of changed) {
    if (change.before.kind === change.after.kind) continue
    const usedBy = await content.itemsOf(trx, tenantId, stored.contentTypeId, 20)
    if (usedBy.length === 0) continue
    const message = `${change.after.technicalName} has items, so it stays a ${change.before.kind} type`
    throw new Problem('CONTENT_TYPE_INVALID', {
      fieldErrors: [{ technicalFieldName: change.after.technicalName, code: 'KIND', message }],
      usedBy,
    })
  }
}

const summaryOf = (change: TypeChange) => ({
  renamed: Object.fromEntries(change.renames),
  removed: change.removed.map((field) => field.technicalName),
  narrowed: change.narrowed.map(({ after }) => after.technicalName),
  madeShared: change.madeShared.map(({ after }) => after.technicalName),
  madeLocalizable: change.madeLocalizable.map(({ after }) => after.technicalName),
  madeUnique: change.madeUnique.map(({ after }) => after.technicalName),
})
