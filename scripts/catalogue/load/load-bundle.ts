import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { FieldType } from '@pim/contract'
import { contract } from '@pim/contract'
import type { Bundle, BundleItem, BundleMedia } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import type { KnownItem } from './known-items.ts'
import { type ItemToLoad, type LoadContext, type LoadCounts, loadItems, publishAll } from './load-items.ts'
import { ensureContentTypes, ensureTaxonomies, ensureTenant, ensureVariations } from './load-model.ts'

export interface LoadResult {
  readonly media: LoadCounts
  readonly items: LoadCounts
  readonly links: LoadCounts
  readonly published: { readonly published: number; readonly perSecond: number }
}

type Target = 'concept' | 'item' | 'media'
const targets: Partial<Record<FieldType, Target>> = {
  concept: 'concept',
  concepts: 'concept',
  link: 'item',
  links: 'item',
  media: 'media',
  medias: 'media',
}

/**
 * Loads a bundle through the public API alone. Safe to repeat: what is there and the same is left untouched, and a
 * run that was cut short goes on where it stopped.
 */
export async function loadBundle(
  session: ApiSession,
  tenant: string,
  bundle: Bundle,
  { bundlePath = '.', width = 8 }: { bundlePath?: string; width?: number } = {},
): Promise<LoadResult> {
  await ensureTenant(session, tenant, bundle)
  const variations = await ensureVariations(session, bundle)
  const defaultVariation = [...variations.values()].find((variation) => variation.isDefault)
  if (!defaultVariation) throw new Error('The tenant has no default variation.')
  const context: LoadContext = { session, variations, width, defaultVariationId: defaultVariation.variationId }
  const defaultLanguage = defaultVariation.languageCode

  const concepts = await ensureTaxonomies(session, bundle.taxonomies)
  await ensureContentTypes(session, bundle)
  const keyFieldOf = (contentType: string) => {
    const field = bundle.keyFields[contentType]
    if (!field) throw new Error(`keyFields names no field for ${contentType}`)
    return field
  }

  const folder = dirname(bundlePath)
  const media = await loadItems(
    context,
    'media',
    bundle.media.map(({ key, name, contentType }) => {
      const keyField = keyFieldOf(contentType)
      return { key, name, contentType, keyField, values: new Map([[defaultLanguage, { [keyField]: key }]]) }
    }),
    uploader(context, bundle.media, folder, defaultLanguage),
  )

  const references = referenceFields(bundle)
  const without = (values: Values, contentType: string) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => references.get(`${contentType}.${field}`) !== 'item'))
  const resolve = resolver(bundle, concepts, media.known)
  const toLoad = (item: BundleItem, pick: (values: Values, contentType: string) => Values): ItemToLoad => {
    const own = new Map<string, Values>([[defaultLanguage, item.shared]])
    for (const [language, values] of Object.entries(item.localized))
      own.set(language, { ...own.get(language), ...values })
    const values = [...own].map(
      ([language, given]) => [language, resolve(item, pick(given, item.contentType))] as const,
    )
    return {
      key: item.key,
      name: item.name,
      contentType: item.contentType,
      keyField: keyFieldOf(item.contentType),
      values: new Map(values),
    }
  }
  const items = await loadItems(
    context,
    'items',
    bundle.items.map((item) => toLoad(item, without)),
  )

  // Items may link to items that come later, in a circle even: links are written once all are there.
  resolve.items = items.known
  const onlyLinks = (values: Values, contentType: string) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => references.get(`${contentType}.${field}`) === 'item'))
  const linking = bundle.items
    .map((item) => toLoad(item, onlyLinks))
    .filter(({ values }) => [...values.values()].some(hasKeys))
  const links = linking.length > 0 ? await loadItems(context, 'links', linking) : { counts: nothing }

  const everything = [...media.known.values(), ...items.known.values()]
  const published = await publishAll(context, 'publish', everything)
  return { media: media.counts, items: items.counts, links: links.counts, published }
}

type Values = Readonly<Record<string, unknown>>
const hasKeys = (values: Values): boolean => Object.keys(values).length > 0
const nothing: LoadCounts = { created: 0, changed: 0, unchanged: 0, perSecond: 0 }

function referenceFields(bundle: Bundle): Map<string, Target> {
  return new Map(
    bundle.contentTypes.flatMap((type) =>
      type.fields.flatMap((field) => {
        const target = targets[field.type]
        return target ? [[`${type.technicalName}.${field.technicalName}`, target] as const] : []
      }),
    ),
  )
}

/** Keys become ids. A key that leads nowhere is an error of the bundle and stops the load with its place. */
function resolver(bundle: Bundle, concepts: ReadonlyMap<string, string>, media: ReadonlyMap<string, KnownItem>) {
  const references = referenceFields(bundle)
  const typeOfItem = new Map(bundle.items.map(({ key, contentType }) => [key, contentType]))
  const typeOfMedia = new Map(bundle.media.map(({ key, contentType }) => [key, contentType]))
  const idOf: Record<Target, (key: string) => string | undefined> = {
    concept: (key) => concepts.get(key),
    media: (key) => media.get(`${typeOfMedia.get(key)}/${key}`)?.contentItemId,
    item: (key) => resolve.items.get(`${typeOfItem.get(key)}/${key}`)?.contentItemId,
  }
  const resolve = Object.assign(
    (item: BundleItem, values: Values): Values =>
      Object.fromEntries(
        Object.entries(values).map(([field, value]) => {
          const target = references.get(`${item.contentType}.${field}`)
          if (!target) return [field, value]
          const one = (key: unknown) => {
            const id = idOf[target](String(key))
            if (!id)
              throw new Error(`${item.key}.${field} names ${target} ${String(key)}, which the bundle does not have`)
            return id
          }
          return [field, Array.isArray(value) ? value.map(one) : one(value)]
        }),
      ),
    { items: new Map<string, KnownItem>() as ReadonlyMap<string, KnownItem> },
  )
  return resolve
}

/** Sends the file of a media item, unless the very same bytes are there already. */
function uploader(
  { session, defaultVariationId }: LoadContext,
  media: readonly BundleMedia[],
  folder: string,
  language: string,
) {
  const byKey = new Map(media.map((entry) => [entry.key, entry]))
  return async (item: ItemToLoad, known: KnownItem | undefined): Promise<ItemToLoad> => {
    const entry = byKey.get(item.key)
    if (!entry) return item
    const path = isAbsolute(entry.path) ? entry.path : join(folder, entry.path)
    const present = known?.variations.get(defaultVariationId)?.fields[entry.binaryField]?.value
    if (typeof present === 'string') {
      const { sha256 } = await session.call(contract.binary.getBinary, { params: { binaryId: present } })
      if (sha256 === (entry.sha256 ?? (await hashOf(path)))) return item
    }
    const { binaryId } = await session.upload(path, entry.name)
    return { ...item, values: new Map([[language, { ...item.values.get(language), [entry.binaryField]: binaryId }]]) }
  }
}

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
