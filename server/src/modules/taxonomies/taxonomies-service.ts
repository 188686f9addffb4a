import type { IncomingHttpHeaders } from 'node:http'
import type { Taxonomy } from '@pim/contract'
import type { Actor } from '../../core/caller.ts'
import { etagOf, type IfMatch, requireMatch } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import { conditionalResponse, type HttpResponse } from '../../http/http-response.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { endUse, longTransaction, requireTaxonomies, type TaxonomiesDependencies } from './access.ts'
import { conceptIdsBelow, deleteAllConcepts, findConcepts } from './concept.repository.ts'
import { readingLanguages } from './concept-languages.ts'
import { normalizeName } from './names.ts'
import {
  deleteTaxonomy,
  findTaxonomies,
  findTaxonomy,
  insertTaxonomy,
  isTaxonomyNameTaken,
  lockTaxonomy,
  updateTaxonomy,
} from './taxonomy.repository.ts'
import { inTreeOrder } from './tree.ts'
import { createWholeTreeCache } from './whole-tree-cache.ts'

export interface NewTaxonomy {
  readonly friendlyName: string
  readonly description: string
}

export type TaxonomiesService = ReturnType<typeof createTaxonomiesService>

export function createTaxonomiesService(deps: TaxonomiesDependencies) {
  const { database } = deps
  const trees = createWholeTreeCache()

  const list = (tenantId: string): Promise<Taxonomy[]> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      const [taxonomies] = await Promise.all([findTaxonomies(trx, tenantId), requireTaxonomies(trx, tenantId)])
      return taxonomies
    })

  /** The taxonomy with all its concepts; with a matching ETag 304 is sent and no concept is read. */
  const getWhole = (
    tenantId: string,
    taxonomyId: string,
    variationId: string | undefined,
    headers: IncomingHttpHeaders,
  ): Promise<HttpResponse> =>
    database.inTenantReadOnly(
      tenantId,
      async (trx) => {
        const [stored] = await Promise.all([findTaxonomy(trx, tenantId, taxonomyId), requireTaxonomies(trx, tenantId)])
        if (stored === undefined) throw new Problem('NOT_FOUND')
        const languages = await readingLanguages(trx, tenantId, variationId)
        // In a variation the answer follows from its fallbacks, too, which the version knows nothing of.
        const inLanguages = languages.tags.join(' ')
        const etag =
          inLanguages === '' ? etagOf(stored.version) : `"${stored.version}.${inLanguages.replaceAll(' ', '.')}"`
        const bytes =
          headers['if-none-match'] === etag
            ? ''
            : await trees.bytes(`${taxonomyId} ${stored.version} ${inLanguages}`, async () => {
                const concepts = inTreeOrder(await findConcepts(trx, tenantId, taxonomyId, languages))
                return Buffer.from(JSON.stringify({ ...stored, concepts }))
              })
        const caching = { 'cache-control': 'private, no-cache', vary: 'authorization, x-tenant-id' }
        return conditionalResponse(headers, bytes, caching, etag)
      },
      longTransaction,
    )

  const create = (actor: Actor, request: NewTaxonomy): Promise<Taxonomy> =>
    database.inTenant(actor.tenantId, (trx) => createTaxonomy(trx, actor, request), { once: actor.once })

  const change = (
    actor: Actor,
    taxonomyId: string,
    request: { readonly friendlyName?: string | undefined; readonly description?: string | undefined },
    ifMatch?: IfMatch,
  ): Promise<Taxonomy> =>
    database.inTenant(actor.tenantId, async (trx) => {
      const before = await lock(trx, actor, taxonomyId, ifMatch)
      const friendlyName =
        request.friendlyName === undefined ? before.friendlyName : normalizeName(request.friendlyName)
      if (await isTaxonomyNameTaken(trx, actor.tenantId, taxonomyId, friendlyName)) throw nameTaken(friendlyName)
      const wanted = { taxonomyId, friendlyName, description: request.description ?? before.description }
      const after = await updateTaxonomy(trx, actor.tenantId, wanted)
      await note(trx, actor, 'change', taxonomyId, { changed: Object.keys(request) })
      return after
    })

  const remove = (actor: Actor, taxonomyId: string, detach: boolean, ifMatch?: IfMatch): Promise<void> =>
    database.inTenant(
      actor.tenantId,
      async (trx) => {
        const { tenantId } = actor
        const taxonomy = await lock(trx, actor, taxonomyId, ifMatch)
        const conceptIds = conceptIdsBelow(tenantId, taxonomyId, undefined)
        const users = await endUse(deps, trx, tenantId, taxonomyId, { conceptIds, detach })
        const gone = await deleteAllConcepts(trx, tenantId, taxonomyId)
        await deleteTaxonomy(trx, tenantId, taxonomyId)
        await note(trx, actor, 'delete', taxonomyId, {
          friendlyName: taxonomy.friendlyName,
          concepts: gone.length,
          detach,
        })
        const ended = new Map(gone.map((conceptId) => [conceptId, null]))
        if (detach) await deps.content.detach(trx, actor, ended, users)
      },
      longTransaction,
    )

  return { list, getWhole, create, change, remove }
}

export async function createTaxonomy(trx: Transaction, actor: Actor, request: NewTaxonomy): Promise<Taxonomy> {
  await requireTaxonomies(trx, actor.tenantId)
  const taxonomyId = newId()
  const wanted = { ...request, taxonomyId, friendlyName: normalizeName(request.friendlyName) }
  const taxonomy = await insertTaxonomy(trx, actor.tenantId, wanted, actor.userId)
  if (taxonomy === undefined) throw nameTaken(wanted.friendlyName)
  await note(trx, actor, 'create', taxonomyId, { friendlyName: taxonomy.friendlyName })
  return taxonomy
}

/**
 * Locks a taxonomy for this transaction and raises its version; throws NOT_FOUND, FEATURE_DISABLED or, where the caller
 * saw another version of the tree, PRECONDITION_FAILED.
 */
export async function lock(trx: Transaction, { tenantId, userId }: Actor, taxonomyId: string, ifMatch?: IfMatch) {
  const [taxonomy] = await Promise.all([
    lockTaxonomy(trx, tenantId, taxonomyId, userId),
    requireTaxonomies(trx, tenantId),
  ])
  if (taxonomy === undefined) throw new Problem('NOT_FOUND')
  requireMatch(ifMatch, taxonomy.version - 1)
  return taxonomy
}

const nameTaken = (friendlyName: string): Problem =>
  new Problem('NAME_CONFLICT', { message: `There is a taxonomy “${friendlyName}” already.` })

const note = (
  trx: Transaction,
  { tenantId, userId }: Actor,
  verb: string,
  entityId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordChange(trx, tenantId, { userId, action: `taxonomy.${verb}`, entityKind: 'taxonomy', entityId, details })
