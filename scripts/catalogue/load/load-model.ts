import { setTimeout as wait } from 'node:timers/promises'
import type { BatchConcept, Concept, RouteRequest, Variation } from '@pim/contract'
import { contract } from '@pim/contract'
import type { Bundle, BundleTaxonomy } from '../bundle.ts'
import { ApiRefusal, type ApiSession } from './api-session.ts'
import type { LoadReport } from './load-report.ts'

/** Opens the tenant where it is not there yet. Its creator becomes a member, which the next token says. */
export async function ensureTenant(session: ApiSession, externalId: string, bundle: Bundle): Promise<void> {
  const tenants = await session.call(contract.tenants.getAllTenants, {})
  const [first] = bundle.variations
  const found = tenants.find((tenant) => tenant.externalId === externalId)
  if (found === undefined && first) {
    await session.call(contract.tenants.createTenant, {
      body: {
        externalId,
        ...(bundle.tenant ?? { friendlyName: externalId, featureToggles: { taxonomyEnabled: true } }),
        ...(bundle.channels.length > 0 && {
          deliveryTargets: bundle.channels.map(({ technicalName }) => technicalName),
        }),
        defaultVariation: { languageCode: first.languageCode, friendlyName: first.friendlyName },
      },
    })
    session.forgetToken()
  }
  session.tenant = externalId
  const known = found?.channels ?? []
  const missing = bundle.channels.filter(
    (channel) => !known.some((each) => each.technicalName === channel.technicalName),
  )
  if (missing.length > 0)
    await session.call(contract.tenants.changeTenant, { body: { channels: [...known, ...missing] } })
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

/** All types in one call. Where that is refused each by itself, so that one that cannot be made keeps back no other. */
export async function ensureContentTypes(
  session: ApiSession,
  { contentTypes, starterTypes }: Pick<Bundle, 'contentTypes' | 'starterTypes'>,
  report: LoadReport,
): Promise<void> {
  if (starterTypes) await seedContentTypes(session, {})
  if (contentTypes.length === 0) return
  try {
    await seedContentTypes(session, { body: { contentTypes } })
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    for (const contentType of contentTypes) {
      await seedContentTypes(session, { body: { contentTypes: [contentType] } }).catch((refusal: unknown) => {
        if (!(refusal instanceof ApiRefusal)) throw refusal
        report.failures.push({ subject: `content type ${contentType.technicalName}`, message: refusal.message })
      })
    }
  }
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
  report: LoadReport,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  // A tenant may have taxonomies switched off altogether.
  if (taxonomies.length === 0) return ids
  const present = await session.call(contract.taxonomies.getTaxonomies, {})
  for (const { key, friendlyName, description, concepts } of taxonomies) {
    const there = present.find((candidate) => sameThing(candidate, { friendlyName, description }))
    if (there === undefined && !mayCreate) continue
    const { taxonomyId } =
      there ?? (await session.call(contract.taxonomies.createTaxonomy, { query: { friendlyName, description } }))
    const { concepts: known } = await session.call(contract.taxonomies.getTaxonomy, { params: { taxonomyId } })
    const hasCodes = concepts.some(({ code }) => code !== undefined)
    const plan = planConcepts(concepts, hasCodes ? await withCodes(session, known) : known)
    for (const [concept, conceptId] of plan.known) ids.set(`${key}/${concept}`, conceptId)
    if (!mayCreate) continue
    const fail = (concept: string, message: string) =>
      report.failures.push({ subject: `concept ${key}/${concept}`, message })
    for (const { key: concept, message } of plan.failures) fail(concept, message)
    for (let from = 0; from < plan.missing.length; from += conceptsPerBatch) {
      const missing = plan.missing.slice(from, from + conceptsPerBatch)
      const { results } = await session.call(contract.taxonomies.batchConcepts, {
        params: { taxonomyId },
        body: { concepts: missing.map(({ key: _, ...concept }) => concept) },
      })
      for (const [at, { conceptId, problem }] of results.entries()) {
        const concept = missing[at]?.key ?? ''
        if (conceptId === undefined) fail(concept, problem?.message ?? 'was not made')
        else ids.set(`${key}/${concept}`, conceptId)
      }
    }
  }
  return ids
}

const conceptsPerBatch = 500
const conceptsPerLookUp = 200

/** A tree has no codes. */
export async function withCodes(session: ApiSession, concepts: readonly Concept[]): Promise<Concept[]> {
  const codes = new Map<string, string>()
  for (let from = 0; from < concepts.length; from += conceptsPerLookUp) {
    const conceptIds = concepts.slice(from, from + conceptsPerLookUp).map(({ conceptId }) => conceptId)
    const found = await session.call(contract.taxonomies.lookUpConcepts, { body: { conceptIds } })
    for (const { conceptId, code } of found) if (code !== undefined) codes.set(conceptId, code)
  }
  return concepts.map((concept) => {
    const code = codes.get(concept.conceptId)
    return code === undefined ? concept : { ...concept, code }
  })
}

type BundleConcept = BundleTaxonomy['concepts'][number]

/** The existing concepts of a tree, and the paths of the missing ones, parents first. */
function planConcepts(concepts: readonly BundleConcept[], there: readonly Concept[]) {
  const children = Map.groupBy(there, ({ parentConceptId }) => parentConceptId)
  const known = new Map<string, string>()
  const paths = new Map<string, readonly string[]>()
  const missing: (BatchConcept & { readonly key: string })[] = []
  const failures: { readonly key: string; readonly message: string }[] = []
  const taken = new Set<string>()
  for (const { key, parentKey, friendlyName, description, code, names } of concepts) {
    const above = parentKey === null ? [] : paths.get(parentKey)
    if (above === undefined) {
      failures.push({ key, message: `its parent ${parentKey} is not there, or comes later` })
      continue
    }
    const parentId = parentKey === null ? null : known.get(parentKey)
    const siblings = parentId === undefined ? [] : (children.get(parentId) ?? [])
    const found = siblings.find((other) => sameThing(other, { friendlyName, description, code }))
    const path = [...above, found?.friendlyName ?? friendlyName]
    const place = JSON.stringify(path.map((name) => name.trim().toLowerCase()))
    const isTaken =
      taken.has(place) ||
      (found === undefined && siblings.some((other) => isSameName(other.friendlyName, friendlyName)))
    if (isTaken) {
      failures.push({ key, message: `another concept in its place is called ${friendlyName}, too` })
      continue
    }
    taken.add(place)
    paths.set(key, path)
    if (found !== undefined) known.set(key, found.conceptId)
    else missing.push({ key, path, description, ...(code && { code }), ...(names && { names }) })
  }
  return { known, missing, failures }
}

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

const codeOf = (description: string): string | undefined => /^Code (\S+)\.(?:\s|$)/.exec(description)?.[1]

interface Named {
  readonly friendlyName: string
  readonly description: string
  readonly code?: string | undefined
}
/** A code stays where somebody gives the thing another name. What has no place for a code has it in its description. */
function sameThing(known: Named, wanted: Named): boolean {
  const code = known.code ?? codeOf(known.description)
  if (code === undefined) return known.friendlyName === wanted.friendlyName
  return code === (wanted.code ?? codeOf(wanted.description))
}
