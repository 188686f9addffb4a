import { setTimeout as wait } from 'node:timers/promises'
import type { RouteRequest, Variation } from '@pim/contract'
import { contract } from '@pim/contract'
import type { Bundle, BundleTaxonomy } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import { Progress } from './progress.ts'

/** Opens the tenant where it is not there yet. Its creator becomes a member, which the next token says. */
export async function ensureTenant(session: ApiSession, externalId: string, bundle: Bundle): Promise<void> {
  const tenants = await session.call(contract.tenants.getAllTenants, {})
  const [first] = bundle.variations
  if (!tenants.some((tenant) => tenant.externalId === externalId) && first) {
    await session.call(contract.tenants.createTenant, {
      body: {
        externalId,
        ...(bundle.tenant ?? { friendlyName: externalId, featureToggles: { taxonomyEnabled: true } }),
        defaultVariation: { languageCode: first.languageCode, friendlyName: first.friendlyName },
      },
    })
    session.forgetToken()
  }
  session.tenant = externalId
}

/** By language. A language that the tenant lacks is added, with a resync where there are items already. */
export async function ensureVariations(
  session: ApiSession,
  wanted: Bundle['variations'],
): Promise<Map<string, Variation>> {
  const known = new Map(
    (await session.call(contract.tenants.getVariations, {})).map((variation) => [variation.languageCode, variation]),
  )
  let added = false
  for (const { languageCode, friendlyName, fallback } of wanted) {
    if (known.has(languageCode)) continue
    const fallbackVariationId = fallback ? (known.get(fallback)?.variationId ?? null) : null
    const created = await session.call(contract.tenants.createVariation, {
      body: { languageCode, friendlyName, fallbackVariationId },
    })
    known.set(languageCode, created)
    added = true
  }
  if (added && (await hasItems(session))) {
    const { jobId } = await session.call(contract.tenants.resyncNewVariations, {})
    await untilDone(session, jobId)
  }
  return known
}

async function hasItems(session: ApiSession): Promise<boolean> {
  const body = { paging: { pageNumber: 1, pageSize: 1 }, includeDeleted: true }
  const { paging } = await session.call(contract.search.searchAll, { body })
  return paging.totalCount > 0
}

export async function ensureContentTypes(
  session: ApiSession,
  { contentTypes, starterTypes }: Pick<Bundle, 'contentTypes' | 'starterTypes'>,
): Promise<void> {
  if (starterTypes) await seedContentTypes(session, {})
  if (contentTypes.length > 0) await seedContentTypes(session, { body: { contentTypes } })
}

async function seedContentTypes(
  session: ApiSession,
  request: RouteRequest<typeof contract.contentModel.seedContentTypes>,
): Promise<void> {
  const result = await session.call(contract.contentModel.seedContentTypes, request)
  console.error(
    `content types    ${result.created.length} created, ${result.changed.length} changed, ${result.unchanged.length} unchanged`,
  )
  if (result.jobId) await untilDone(session, result.jobId)
}

async function untilDone(session: ApiSession, jobId: string): Promise<void> {
  for (;;) {
    const job = await session.call(contract.jobs.getJob, { params: { jobId } })
    if (job.status === 'done') return
    if (job.status === 'failed') throw new Error(`${job.kind} failed: ${job.error}`)
    await wait(200)
  }
}

/** Ids by `<taxonomy>/<concept>`. Known ones are told by the code at the head of their description, else by name. */
export async function ensureTaxonomies(
  session: ApiSession,
  taxonomies: readonly BundleTaxonomy[],
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  // A tenant may have taxonomies switched off altogether.
  if (taxonomies.length === 0) return ids
  const present = await session.call(contract.taxonomies.getTaxonomies, {})
  const progress = new Progress(
    'concepts',
    taxonomies.reduce((sum, { concepts }) => sum + concepts.length, 0),
  )
  for (const { key, friendlyName, description, concepts } of taxonomies) {
    const there = present.find((candidate) => sameThing(candidate, { friendlyName, description }))
    if (there === undefined && !mayCreate) continue
    const taxonomy =
      there ?? (await session.call(contract.taxonomies.createTaxonomy, { query: { friendlyName, description } }))
    const params = { taxonomyId: taxonomy.taxonomyId }
    const known = (await session.call(contract.taxonomies.getTaxonomy, { params })).concepts
    for (const concept of concepts) {
      const parentConceptId = concept.parentKey === null ? null : (ids.get(`${key}/${concept.parentKey}`) ?? null)
      const found = known.find((other) => other.parentConceptId === parentConceptId && sameThing(other, concept))
      if (found === undefined && !mayCreate) continue
      const query = {
        friendlyName: concept.friendlyName,
        description: concept.description,
        ...(parentConceptId ? { parentConceptId } : {}),
      }
      const { conceptId } = found ?? (await session.call(contract.taxonomies.createConcept, { params, query }))
      ids.set(`${key}/${concept.key}`, conceptId)
      progress.step()
    }
  }
  progress.finish()
  return ids
}

const codeOf = (description: string): string | undefined => /^Code (\S+)\.(?:\s|$)/.exec(description)?.[1]

interface Named {
  readonly friendlyName: string
  readonly description: string
}
function sameThing(known: Named, wanted: Named): boolean {
  const code = codeOf(known.description)
  return code !== undefined ? code === codeOf(wanted.description) : known.friendlyName === wanted.friendlyName
}
