import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '@pim/contract'
import type { ItemState, VariationState } from '../src/modules/content/domain/item-state.ts'
import { writeIndex } from '../src/modules/content-index/index.ts'
import type { ProjectedVariation } from '../src/modules/content-index/write/projected-variation.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { indexedOf, insertContent } from '../testing/list-calls.ts'
import { addTenant, addType } from '../testing/tenants.ts'

/** A real item: its titles by language, its codes and texts. */
export interface RealItem {
  readonly contentItemId: string
  readonly titles: Readonly<Record<string, string>>
  readonly codes: readonly string[]
  readonly texts: Readonly<Record<string, string>>
}

export interface RealCatalogue {
  readonly tenantId: string
  /** Those of the categories. */
  readonly languages: readonly string[]
  /** By language. */
  readonly variations: ReadonlyMap<string, string>
  readonly items: readonly RealItem[]
}

const type: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'sku', friendlyName: {}, type: 'text', localizable: false },
    { technicalName: 'ean', friendlyName: {}, type: 'text', localizable: false },
    { technicalName: 'about', friendlyName: {}, type: 'longText' },
  ],
}

const itemsAtOnce = 50

/**
 * Loads the catalogues of `folder` into a tenant of their own, with a variation for each language. `analyse` is called now
 * and then: plans that were made for empty tables take ever longer. Another `seed` takes other ones of the many categories.
 */
export async function loadRealCatalogue(
  database: Database,
  folder: string,
  seed: number,
  analyse: () => Promise<void>,
): Promise<RealCatalogue> {
  const tenantId = newId()
  const categories = categoriesIn(folder)
  const languages = [...new Set(categories.flatMap(({ titles }) => Object.keys(titles)))]
  const variations = new Map(languages.map((language) => [language, newId()]))
  await addTenant(database, {
    tenantId,
    externalId: `search-${tenantId.slice(-6)}`,
    taxonomyEnabled: true,
    deliveryTargets: ['web'],
    languages: languages.map((language) => [language, language === 'en' ? null : 'en']),
    variationIds: Object.fromEntries(variations),
  })
  const typeId = await database.inTenant(tenantId, (trx) => addType(trx, tenantId, type))
  const items = [
    ...some(categories, seed),
    ...productsIn(join(folder, 'catalogue-icecat')),
    ...productsIn(join(folder, 'catalogue-fashion')),
  ]
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    if (at === itemsAtOnce || at % (20 * itemsAtOnce) === 0) await analyse()
    const states = items.slice(at, at + itemsAtOnce).map((item) => statesOf(item, typeId, variations))
    await database.inTenant(tenantId, async (trx) => {
      await insertContent(trx, tenantId, ...states.map(({ state }) => state))
      await writeIndex(
        trx,
        tenantId,
        states.map(({ working }) => ({ before: null, after: indexedOf(working) })),
      )
    })
  }
  return { tenantId, languages, variations, items }
}

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

interface Category {
  readonly id: string
  readonly name: Readonly<Record<string, string>>
}

const categoriesIn = (folder: string): RealItem[] =>
  linesOf(join(folder, 'taxonomy-shopify', 'categories.jsonl')).map((line) => {
    const { id, name }: Category = JSON.parse(line)
    return { contentItemId: newId(), titles: name, codes: [id.split('/').at(-1) ?? id], texts: {} }
  })

const mostCategories = 1_800

/** Not more of them than load in half a minute. */
function some(categories: readonly RealItem[], seed: number): RealItem[] {
  const step = Math.ceil(categories.length / mostCategories)
  return categories.filter((_, at) => at % step === seed % step)
}

interface Product {
  readonly identifier?: string
  readonly code?: string
  readonly values: Readonly<Record<string, readonly { locale: string | null; data: unknown }[]>>
}

/** Products and their models. */
function productsIn(folder: string): RealItem[] {
  const files = ['products.jsonl', ...(folder.endsWith('fashion') ? ['product_models.jsonl'] : [])]
  return files.flatMap((file) =>
    linesOf(join(folder, file)).flatMap((line) => {
      const { identifier, code, values }: Product = JSON.parse(line)
      const title = values.variation_name?.[0]?.data ?? values.name?.[0]?.data
      const ean = values.ean?.[0]?.data
      if (typeof title !== 'string') return []
      const texts = (values.description ?? []).flatMap(({ locale, data }): [string, string][] =>
        typeof data === 'string' ? [[(locale ?? 'en').slice(0, 2), data]] : [],
      )
      const codes = [identifier ?? code ?? '', ...(typeof ean === 'string' ? [ean] : [])]
      return [{ contentItemId: newId(), titles: { en: title }, codes, texts: Object.fromEntries(texts) }]
    }),
  )
}

function statesOf(item: RealItem, contentTypeId: string, variations: RealCatalogue['variations']) {
  const made = { createdAt: at, createdBy: 'bench', modifiedAt: at, modifiedBy: 'bench' }
  const name = item.titles.en ?? item.codes[0] ?? ''
  const [sku, ean] = item.codes
  const states = new Map<string, VariationState>()
  const working: ProjectedVariation[] = []
  for (const [language, variationId] of variations) {
    const own = {
      ...(item.titles[language] !== undefined && { title: item.titles[language] }),
      ...(item.texts[language] !== undefined && { about: item.texts[language] }),
    }
    const contentVariationId = newId()
    states.set(variationId, { ...draft, ...made, contentVariationId, variationId, own })
    const [english = ''] = [variations.get('en')]
    const values = Object.fromEntries(
      Object.entries({
        title: [own.title ?? name, own.title === undefined ? english : variationId],
        about: [own.about ?? item.texts.en ?? null, own.about === undefined ? english : variationId],
        sku: [sku ?? null, null],
        ean: [ean ?? null, null],
      }).map(([field, [value, source]]) => [field, { value, sourceVariationId: source ?? null }]),
    )
    working.push({
      contentVariationId,
      contentItemId: item.contentItemId,
      variationId,
      languageCode: language,
      contentType: type,
      contentTypeId,
      name,
      isDeleted: false,
      values,
    })
  }
  const state: ItemState = {
    contentItemId: item.contentItemId,
    contentTypeId,
    type,
    kind: 'user',
    name,
    isDeleted: false,
    version: 1,
    shared: { sku: sku ?? null, ...(ean !== undefined && { ean }) },
    ...made,
    variations: states,
    fallbacks: new Map(),
    languages: new Map(),
    channels: [],
  }
  return { state, working }
}

const at = '2026-01-01T00:00:00.000Z'
const draft = {
  status: 'draft',
  version: 1,
  deliveryTargets: [],
  snapshot: null,
  hasUnpublishedChanges: false,
  completeness: 100,
  readiness: 100,
  missingFields: [],
  translation: 0,
  outdated: {},
  binaryId: null,
  mimeType: null,
} as const
