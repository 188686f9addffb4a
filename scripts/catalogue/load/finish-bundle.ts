import { contract } from '@pim/contract'
import type { Bundle, BundleItem } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import { isOnItsWay } from './changes-of-others.ts'
import { type KnownItems, listItems } from './known-items.ts'
import { idOf, type LoadContext, type WholeItem } from './load-context.ts'
import { loadItems, readKnown } from './load-items.ts'
import { ensureContentTypes, ensureTaxonomies, ensureVariations } from './load-model.ts'
import type { LoadReport } from './load-report.ts'
import { planItems } from './plan-item.ts'
import { danglingReferences, fieldLookup, type Loaded } from './references.ts'
import { settleItems } from './settle-items.ts'
import { mediaUploader } from './upload-media.ts'

export interface FinishOptions {
  /** How many calls at a time. */
  readonly width: number
  /** Signs in the people that the bundle names; left out, whoever loads does everything. */
  readonly signIn: ((username: string) => ApiSession) | undefined
  readonly onProgress: (done: number, total: number) => void
}

/**
 * Loads a bundle that keeps what is there, item by item: an item that an interrupted run has left half done is told from
 * one that staff have changed by its history, and people of several names write and publish it.
 */
export async function finishBundle(
  session: ApiSession,
  bundle: Bundle,
  report: LoadReport,
  { width, signIn, onProgress }: FinishOptions,
): Promise<void> {
  const { variations, concepts } = await ensureModel(session, bundle, report)
  const fieldOf = fieldLookup(await session.call(contract.contentModel.getAllTypes, {}))
  const [dangling] = danglingReferences(bundle, fieldOf)
  if (dangling !== undefined) throw new Error(dangling)
  const defaultVariation = [...variations.values()].find((variation) => variation.isDefault)
  if (!defaultVariation) throw new Error('The tenant has no default variation.')
  const { variationId: defaultVariationId, languageCode: defaultLanguage } = defaultVariation

  const plan = planItems(bundle, fieldOf, defaultLanguage)
  const linking = bundle.items.filter(plan.hasLinks)
  const total = 2 * (bundle.media.length + bundle.items.length) + linking.length
  let done = 0
  const context: LoadContext = {
    session,
    ...sessionsFor(session, bundle, signIn),
    variations,
    defaultVariationId,
    fieldOf,
    width,
    step: () => onProgress(++done, total),
  }

  const loaded: Loaded = { concepts, media: new Map(), items: new Map() }
  const mediaToLoad = bundle.media.map((entry) => plan.values(withKey(bundle, entry), loaded))
  const knownMedia = await readKnown(context, mediaToLoad)
  leaveChanged(context, bundle.media, knownMedia, (entry) => plan.whole(entry, loaded))
  const upload = mediaUploader(context, bundle.media, defaultLanguage)
  const media = await loadItems(context, 'media', mediaToLoad, knownMedia, upload)

  loaded.media = knownMedia.byKey
  const itemsToLoad = bundle.items.map((item) => plan.values(item, loaded))
  const known = await readKnown(context, itemsToLoad)
  leaveChanged(context, bundle.items, known, (item) => plan.whole(item, { ...loaded, items: known.byKey }))
  const items = await loadItems(context, 'items', itemsToLoad, known)

  loaded.items = known.byKey
  const linksToLoad = linking.map((item) => plan.links(item, loaded))
  const links = await loadItems(context, 'links', linksToLoad, known)

  const everything = new Map([...knownMedia.byKey, ...known.byKey])
  const settling = [...bundle.media, ...bundle.items].flatMap((item) => {
    const found = everything.get(idOf(item))
    return found === undefined ? [] : [{ item: plan.whole(item, loaded), known: found }]
  })
  for (const counts of [media, items, links]) {
    report.created += counts.created
    report.changed += counts.changed
    report.unchanged += counts.unchanged
  }
  report.published += (await settleItems(context, 'publish', settling)).published
}

/**
 * Languages, taxonomies and content types. A bundle that keeps what is there makes them before its first item, and
 * never again: from then on they are the tenant's to change, and to delete.
 */
async function ensureModel(session: ApiSession, bundle: Bundle, report: LoadReport) {
  const isMade = await hasAnyOf(session, bundle)
  const variations = await ensureVariations(session, isMade ? [] : bundle.variations)
  const concepts = await ensureTaxonomies(session, bundle.taxonomies, report, { mayCreate: !isMade })
  if (!isMade) await ensureContentTypes(session, bundle, report)
  const languages = new Set(bundle.variations.map(({ languageCode }) => languageCode))
  const mine = [...variations].filter(([language]) => languages.has(language))
  return { variations: new Map(mine), concepts }
}

/** Existing items that this run leaves alone, because somebody has edited them. */
function leaveChanged<T extends BundleItem>(
  context: LoadContext,
  items: readonly T[],
  { byKey, withoutKey }: KnownItems,
  planOf: (item: T) => WholeItem,
): void {
  for (const item of items) {
    const known = byKey.get(idOf(item)) ?? withoutKey.get(idOf({ ...item, key: item.name }))
    if (known !== undefined) known.isTaken = !isOnItsWay(context, planOf(item), known)
  }
}

async function hasAnyOf(session: ApiSession, { media, items }: Bundle): Promise<boolean> {
  const names = new Set([...media, ...items].map(({ name }) => name))
  const there = [
    ...(await listItems(session, { isDeleted: false })),
    ...(await listItems(session, { isDeleted: true })),
  ]
  return there.some(({ name }) => names.has(name))
}

function sessionsFor(
  session: ApiSession,
  { people }: Bundle,
  signIn: FinishOptions['signIn'],
): Pick<LoadContext, 'writer' | 'publisher'> {
  if (people === undefined || signIn === undefined) return { writer: () => session, publisher: session }
  const sessions = new Map<string, ApiSession>()
  const of = (username: string): ApiSession => {
    const known = sessions.get(username) ?? signIn(username)
    known.tenant = session.tenant
    sessions.set(username, known)
    return known
  }
  return { writer: (author = people.writer) => of(author), publisher: of(people.publisher) }
}

/** Puts the key of a media item into the key field of its type. Other items have it among their values already. */
function withKey<T extends BundleItem>({ keyFields }: Bundle, item: T): T {
  const keyField = keyFields[item.contentType]
  return keyField === undefined ? item : { ...item, shared: { ...item.shared, [keyField]: item.key } }
}
