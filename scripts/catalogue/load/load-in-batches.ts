import type { Status } from '@pim/contract'
import { contract } from '@pim/contract'
import type { Bundle, BundleItem, BundleMedia } from '../bundle.ts'
import { ancestorsFirst } from './ancestors-first.ts'
import type { ApiSession } from './api-session.ts'
import { findByName } from './find-by-name.ts'
import { type ItemOutcome, type ItemRequest, inBatches, type Sized, sendBatch } from './item-batches.ts'
import { createItemRequests, nameOf, type Pass, type RequestContext, wantedStatus } from './item-requests.ts'
import { ensureContentTypes, ensureTaxonomies, ensureVariations } from './load-model.ts'
import type { LoadReport } from './load-report.ts'
import { Progress } from './progress.ts'
import { type FieldLookup, fieldLookup } from './references.ts'
import { repaired } from './repair-request.ts'
import { failureOf, tellProblem } from './tell-problem.ts'
import { uploadChanged } from './upload-changed.ts'

export interface BatchLoadOptions {
  readonly width: number
  /** The source that its writes are known by: those of an earlier load are its own. */
  readonly source: string
  /** Brings back what staff have deleted and the bundle has. */
  readonly restoresDeleted: boolean
  readonly onProgress: (done: number, total: number) => void
}

/** Batches under way at a time: each is a transaction that keeps a core of the server busy. */
const maxBatchesAtOnce = 2

/**
 * Loads a bundle with batch calls. Items are found by their keys on the server, so nothing of the tenant is held here but
 * its model: whatever has been made or changed since is decided there, under the locks of each item.
 */
export async function loadInBatches(
  session: ApiSession,
  bundle: Bundle,
  report: LoadReport,
  { width, source, restoresDeleted, onProgress }: BatchLoadOptions,
): Promise<void> {
  const known = await ensureVariations(session, bundle.variations)
  const concepts = await ensureTaxonomies(session, bundle.taxonomies, report)
  await ensureContentTypes(session, bundle, report)
  const types = await session.call(contract.contentModel.getAllTypes, {})
  const defaultLanguage = [...known.values()].find(({ isDefault }) => isDefault)?.languageCode
  if (defaultLanguage === undefined) throw new Error('The tenant has no default variation.')
  const loader = new BatchLoader(session, bundle, report, {
    types,
    concepts,
    defaultLanguage,
    variations: spokenIn(bundle, known, defaultLanguage),
    source,
    restoresDeleted,
  })
  const media = withoutTwins(bundle.media, report)
  const items = withoutTwins(bundle.items, report)
  const linking = items.filter(loader.hasLinks)
  const total = media.length + items.length + linking.length
  let done = 0
  const step = (count: number) => {
    done += count
    onProgress(done, total)
  }
  const upload = (part: readonly BundleMedia[]) => uploadChanged(session, bundle, report, part, width)
  await loader.load('media', media, 'values', step, upload)
  await loader.load('items', items, 'values', step)
  await loader.load('links', linking, 'links', step)
  await loader.settle([...media, ...items])
}

/** The languages that the bundle speaks of, with the default one, by the tenant's variations. */
function spokenIn<V>({ variations, items, media }: Bundle, known: ReadonlyMap<string, V>, defaultLanguage: string) {
  const languages = new Set([
    defaultLanguage,
    ...variations.map(({ languageCode }) => languageCode),
    ...[...media, ...items].flatMap(({ localized }) => Object.keys(localized)),
  ])
  return new Map([...known].filter(([language]) => languages.has(language)))
}

/** A second item of one key would overwrite the first. */
function withoutTwins<T extends BundleItem>(items: readonly T[], report: LoadReport): T[] {
  const seen = new Map<string, T>()
  return items.filter((item) => {
    const first = seen.get(nameOf(item))
    if (first === undefined) seen.set(nameOf(item), item)
    else
      report.failures.push(
        failureOf(item, `has the key of an earlier one (${first.source ?? 'unknown place'}); that one is loaded`),
      )
    return first === undefined
  })
}

interface Sent {
  readonly item: BundleItem
  /** Was sent before, and refused for some of its fields. */
  readonly isRepaired: boolean
}

class BatchLoader {
  readonly #session: ApiSession
  readonly #bundle: Bundle
  readonly #report: LoadReport
  readonly #languages: ReadonlyMap<string, string>
  readonly #idsByName = new Map<string, string>()
  readonly #failed = new Set<string>()
  /** Items that this run has written and has to come back to: those with links, or with a status other than `published`. */
  readonly #written = new Map<string, ItemOutcome>()
  readonly #requests: ReturnType<typeof createItemRequests>
  readonly #variations: RequestContext['variations']
  readonly #fieldOf: FieldLookup
  readonly #source: string
  readonly #restoresDeleted: boolean

  constructor(
    session: ApiSession,
    bundle: Bundle,
    report: LoadReport,
    {
      source,
      restoresDeleted,
      ...model
    }: Pick<RequestContext, 'types' | 'concepts' | 'defaultLanguage' | 'variations'> &
      Pick<BatchLoadOptions, 'source' | 'restoresDeleted'>,
  ) {
    this.#source = source
    this.#restoresDeleted = restoresDeleted
    this.#session = session
    this.#bundle = bundle
    this.#report = report
    this.#variations = model.variations
    this.#fieldOf = fieldLookup(model.types)
    this.#languages = new Map([...model.variations].map(([language, { variationId }]) => [variationId, language]))
    this.#requests = createItemRequests({
      ...model,
      bundle,
      idsByName: this.#idsByName,
      failed: this.#failed,
      onFailure: (failure) => report.failures.push(failure),
      onLeftOut: (leftOut) => report.leftOut.push(leftOut),
    })
  }

  hasLinks = (item: BundleItem): boolean => this.#requests.hasLinks(item)

  async load<T extends BundleItem>(
    title: string,
    items: readonly T[],
    pass: Pass,
    step: (count: number) => void,
    moreOf: (part: readonly T[]) => Promise<ReadonlyMap<string, Map<string, unknown>>> = async () => new Map(),
  ): Promise<void> {
    const progress = new Progress(title, items.length)
    const batches = inBatches(this.#prepared(items, pass, moreOf))
    const worker = async () => {
      for (;;) {
        const { value: batch, done } = await batches.next()
        if (done === true) return
        await this.#send(batch, pass)
        step(batch.length)
        for (const _ of batch) progress.step()
      }
    }
    await Promise.all(Array.from({ length: maxBatchesAtOnce }, worker))
    progress.finish()
  }

  /** Requests are made portion by portion, as batches need them. */
  async *#prepared<T extends BundleItem>(
    items: readonly T[],
    pass: Pass,
    moreOf: (part: readonly T[]) => Promise<ReadonlyMap<string, Map<string, unknown>>>,
  ): AsyncGenerator<Sized<Sent>> {
    for (let from = 0; from < items.length; from += itemsPrepared) {
      const part: T[] = []
      for (const item of items.slice(from, from + itemsPrepared)) {
        if (!this.#failed.has(nameOf(item)) && (await this.#isFound(item))) part.push(item)
      }
      const more = await moreOf(part)
      for (const item of part) {
        const request = this.#requests.requestOf(item, pass, more.get(nameOf(item)))
        yield { entry: { item, isRepaired: false }, request: this.#withBase(item, request) }
      }
    }
  }

  /** Looks for an item that is known by its name; false where it is deleted and stays so. */
  async #isFound(item: BundleItem): Promise<boolean> {
    if (this.#bundle.keyFields[item.contentType] !== undefined) return true
    const found = await findByName(this.#session, item)
    if (found === undefined) return true
    const { contentItemId, isDeleted } = found
    // Defence 250
    if (isDeleted && !(await this.#restore(item, contentItemId))) {
      this.#failed.add(nameOf(item))
      return false
    }
    this.#idsByName.set(nameOf(item), contentItemId)
    return true
  }

  /** Optimistic lock: sends the versions that this run has seen, so that edits made in between are not overwritten. */
  #withBase(item: BundleItem, request: ItemRequest): ItemRequest {
    const versions = new Map(
      this.#written.get(nameOf(item))?.variations?.map(({ variationId, version }) => [variationId, version]),
    )
    const variations = request.variations?.map((variation) => {
      const baseVersion = versions.get(variation.variationId)
      return baseVersion === undefined ? variation : { ...variation, baseVersion }
    })
    return { ...request, ...(variations && { variations }) }
  }

  async #send(batch: readonly Sized<Sent>[], pass: Pass): Promise<void> {
    const outcomes = await sendBatch(
      this.#session,
      batch.map(({ request }) => request),
      { keepChangesOfOthers: true, source: this.#source },
    )
    const again: Sized<Sent>[] = []
    for (const [at, { entry, request }] of batch.entries()) {
      const outcome = outcomes[at]
      if (outcome === undefined) throw new Error('a batch answers each of its items')
      if (outcome.problem?.code === 'ITEM_DELETED') {
        const isBack =
          !entry.isRepaired && (await this.#restore(entry.item, outcome.problem.usedBy?.[0]?.contentItemId ?? ''))
        if (isBack) again.push({ entry: { ...entry, isRepaired: true }, request })
        else this.#note(entry.item, request, outcome, pass)
        continue
      }
      const mended = outcome.problem && !entry.isRepaired && repaired(request, outcome.problem)
      const isTold = mended && outcome.problem?.code === 'VERSION_CONFLICT'
      if (outcome.problem !== undefined && !isTold)
        tellProblem(this.#report, entry.item, outcome.problem, { fieldOf: this.#fieldOf, languages: this.#languages })
      if (mended) again.push({ entry: { ...entry, isRepaired: true }, request: mended })
      else this.#note(entry.item, request, outcome, pass)
    }
    if (again.length > 0) await this.#send(again, pass)
  }

  /** Names a deleted item, or brings it back where that is asked for. */
  async #restore({ key: subject, source }: BundleItem, contentItemId: string): Promise<boolean> {
    if (this.#restoresDeleted) await this.#session.call(contract.contentItem.restoreItem, { params: { contentItemId } })
    else this.#report.deleted.push({ subject, contentItemId, ...(source !== undefined && { source }) })
    return this.#restoresDeleted
  }

  #note(item: BundleItem, request: ItemRequest, outcome: ItemOutcome, pass: Pass): void {
    const report = this.#report
    const name = nameOf(item)
    if (outcome.outcome === 'failed') {
      if (pass === 'values') this.#failed.add(name)
      return
    }
    if (pass === 'values') {
      if (outcome.outcome === 'created') report.created++
      else if (outcome.outcome === 'updated') report.changed++
      else report.unchanged++
    }
    if (outcome.outcome !== 'unchanged') {
      const steps = new Set(request.variations?.flatMap(({ step, variationId }) => (step ? [variationId] : [])))
      const kept = new Set(
        outcome.kept?.flatMap(({ technicalFieldName, variationId }) =>
          technicalFieldName === '$publish' ? [variationId] : [],
        ),
      )
      report.published +=
        outcome.variations?.filter(
          ({ variationId, status }) => steps.has(variationId) && !kept.has(variationId) && status === 'published',
        ).length ?? 0
    }
    for (const { technicalFieldName, variationId, by, at } of outcome.kept ?? []) {
      const language = this.#languages.get(variationId ?? '')
      report.kept.push({
        subject: item.key,
        field: technicalFieldName,
        ...(language !== undefined && { language }),
        ...(item.source !== undefined && { source: item.source }),
        by,
        at,
      })
    }
    if (this.#bundle.keyFields[item.contentType] === undefined && outcome.contentItemId !== undefined) {
      this.#idsByName.set(name, outcome.contentItemId)
    }
    const isSettledHere = [...this.#variations.keys()].every((language) => wantedStatus(item, language) === 'published')
    if (this.hasLinks(item) || !isSettledHere || Object.keys(item.pending).length > 0) this.#written.set(name, outcome)
  }

  /** Takes what this run has made to a status other than published, and writes what waits to be published. */
  async settle(items: readonly BundleItem[]): Promise<void> {
    for (const item of items) {
      const written = this.#written.get(nameOf(item))
      if (written?.outcome !== 'created') continue
      const drafts = ancestorsFirst(this.#variations).flatMap(([language, { variationId }]) => {
        const variation = written.variations?.find((each) => each.variationId === variationId)
        return variation?.status === 'draft' ? [{ ...variation, wanted: wantedStatus(item, language) }] : []
      })
      const ofStatus = (status: Status) => drafts.filter(({ wanted }) => wanted === status)
      const leaving = ofStatus('unpublished')
      const versions = new Map(drafts.map(({ contentVariationId, version }) => [contentVariationId, version]))
      const take = async (
        action: 'publish' | 'unpublish' | 'archive',
        { contentVariationId }: (typeof drafts)[number],
      ) => {
        const query = { baseVersion: versions.get(contentVariationId), source: this.#source }
        const request = { params: { contentVariationId }, query }
        const { version } = await this.#session.call(contract.contentVariation[action], request)
        versions.set(contentVariationId, version)
      }
      for (const each of leaving) await take('publish', each)
      for (const each of leaving.toReversed()) await take('unpublish', each)
      for (const each of ofStatus('archived')) await take('archive', each)
    }
    const pending = items.filter(
      (item) => Object.keys(item.pending).length > 0 && this.#written.get(nameOf(item))?.outcome === 'created',
    )
    const drafts = pending.map(({ pending: localized, ...item }) => ({
      ...item,
      shared: {},
      localized,
      pending: {},
      status: 'draft' as const,
    }))
    if (drafts.length > 0) await this.load('pending', drafts, 'values', () => {})
  }
}

/** Items whose requests are made at a time. */
const itemsPrepared = 50
