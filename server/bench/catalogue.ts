import type { ContentType, Status } from '@pim/contract'
import { benchTypes, brands, colours } from './content-types.ts'
import { idOf, type Random, randomFrom } from './random.ts'
import { type Language, type Vocabulary, vocabularyOf } from './vocabulary.ts'

export interface BenchVariation {
  readonly variationId: string
  readonly languageCode: string
  readonly language: Language
}

export interface BenchTenant {
  readonly tenantId: string
  readonly externalId: string
  /** All ids of the tenant are derived from its number, so that tenants share none. */
  readonly number: number
  readonly items: number
  readonly variations: readonly BenchVariation[]
}

const languages = [
  ['en-US', 'en'],
  ['sv-SE', 'sv'],
  ['de-DE', 'de'],
] as const

const perTenant = 2_000_000
const kinds = { tenant: 1, variation: 2, type: 3, item: 4, copy: 5, concept: 6, binary: 7 } as const

export function tenantOf(number: number, items: number): BenchTenant {
  return {
    number,
    items,
    tenantId: idOf(kinds.tenant, number),
    externalId: number === 0 ? 'large' : `small-${number}`,
    variations: languages.map(([languageCode, language], at) => ({
      variationId: idOf(kinds.variation, number * 10 + at),
      languageCode,
      language,
    })),
  }
}

export const typeIdOf = (tenant: BenchTenant, type: number): string => idOf(kinds.type, tenant.number * 10 + type)
export const itemIdOf = (tenant: BenchTenant, item: number): string =>
  idOf(kinds.item, tenant.number * perTenant + item)
export const copyIdOf = (tenant: BenchTenant, item: number, variation: number): string =>
  idOf(kinds.copy, (tenant.number * perTenant + item) * 3 + variation)
export const conceptIdOf = (tenant: BenchTenant, concept: number): string =>
  idOf(kinds.concept, tenant.number * 10_000 + concept)
export const binaryIdOf = (tenant: BenchTenant, item: number): string =>
  idOf(kinds.binary, tenant.number * perTenant + item)

/** Ten root concepts, each with two hundred and ten children. */
export const conceptCount = 2_110
export const parentOf = (concept: number): number | undefined => (concept < 10 ? undefined : concept % 10)

const users = Array.from({ length: 25 }, (_, at) => `user-${String(at + 1).padStart(2, '0')}`)
const shares = [0.55, 0.15, 0.15, 0.12, 0.03]
const vocabularies = { en: vocabularyOf('en'), sv: vocabularyOf('sv'), de: vocabularyOf('de') }

export interface BenchCopy {
  readonly contentVariationId: string
  readonly variation: BenchVariation
  readonly own: Readonly<Record<string, unknown>>
  readonly status: Status
  readonly isLive: boolean
  readonly hasChanges: boolean
  readonly version: number
  readonly completeness: number
  readonly readiness: number
  readonly missingFields: readonly string[]
  readonly modifiedAt: string
  readonly modifiedBy: string
}

export interface BenchItem {
  readonly contentItemId: string
  readonly typeNumber: number
  readonly type: ContentType
  readonly name: string
  readonly isDeleted: boolean
  readonly shared: Readonly<Record<string, unknown>>
  readonly mimeType: string | null
  readonly copies: readonly BenchCopy[]
}

/** Generates the item of a number; deterministic. */
export function itemOf(tenant: BenchTenant, number: number): BenchItem {
  const random = randomFrom(seedOf(tenant, number))
  const typeNumber = typeAt(random.next())
  const type = benchTypes[typeNumber]
  if (type === undefined) throw new Error(`there is no type ${typeNumber}`)
  const wording = {
    adjective: random.below(30),
    noun: random.below(30),
    model: random.pickSkewed(vocabularies.en.rare),
  }
  const title = (words: Vocabulary) =>
    `${words.adjectives[wording.adjective]} ${words.nouns[wording.noun]} ${wording.model}`
  const shared = sharedValues(tenant, number, type, random)
  const isDeleted = random.chance(0.01)
  const at = timeOf(random.next())
  return {
    contentItemId: itemIdOf(tenant, number),
    typeNumber,
    type,
    name: title(vocabularies.en),
    isDeleted,
    shared,
    mimeType: mimeTypeOf(type, random),
    copies: tenant.variations.map((variation, place) => {
      const words = vocabularies[variation.language]
      const isFirst = place === 0
      const status = statusAt(random.next())
      const hasChanges = status === 'draft' && random.chance(0.3)
      const isLive = !isDeleted && (status === 'published' || hasChanges)
      // Other languages have own values for 70 % of the items and inherit the rest.
      const own = isFirst || random.chance(0.7) ? ownValues(tenant, type, title(words), words, random) : {}
      const completeness = isFirst ? 100 : random.pick([100, 100, 100, 75, 50, 25, 0])
      return {
        contentVariationId: copyIdOf(tenant, number, place),
        variation,
        own,
        status: isDeleted && status === 'published' ? 'unpublished' : status,
        isLive,
        hasChanges: isLive && hasChanges,
        version: isLive ? (hasChanges ? 3 : 2) : 1,
        completeness,
        readiness: completeness,
        missingFields: completeness === 100 ? [] : ['title'],
        modifiedAt: new Date(at + random.below(86_400_000)).toISOString(),
        modifiedBy: random.pickSkewed(users),
      }
    }),
  }
}

function typeAt(place: number): number {
  let [sum, type] = [0, 0]
  for (const share of shares) {
    sum += share
    if (place < sum) return type
    type += 1
  }
  return 0
}

const seedOf = (tenant: BenchTenant, number: number): number => tenant.number * perTenant + number + 1

/** The number of a random item that is a picture. */
function pictureOf(tenant: BenchTenant, random: Random): number {
  for (;;) {
    const number = random.below(tenant.items)
    if (benchTypes[typeAt(randomFrom(seedOf(tenant, number)).next())]?.technicalName === 'picture') return number
  }
}

const statusAt = (place: number): Status =>
  place < 0.6 ? 'published' : place < 0.85 ? 'draft' : place < 0.95 ? 'unpublished' : 'archived'

const start = Date.parse('2024-11-01T00:00:00Z')
const timeOf = (place: number): number => start + Math.floor(place * 730 * 86_400_000)

const mimeTypeOf = (type: ContentType, random: Random): string | null =>
  type.technicalName === 'manual'
    ? 'application/pdf'
    : type.kind === 'media'
      ? random.pickSkewed(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
      : null

function sharedValues(
  tenant: BenchTenant,
  number: number,
  { technicalName }: ContentType,
  random: Random,
): Record<string, unknown> {
  const sku = `${technicalName.slice(0, 2).toUpperCase()}-${String(number).padStart(7, '0')}`
  const others = (most: number) => [
    ...new Set(Array.from({ length: random.below(most + 1) }, () => itemIdOf(tenant, random.below(tenant.items)))),
  ]
  if (technicalName === 'product')
    return {
      sku,
      brand: random.pickSkewed(brands),
      colour: random.pick(colours),
      price: [
        { amount: (random.below(100_000) / 100).toFixed(2), currency: 'EUR' },
        { amount: (random.below(120_000) / 100).toFixed(2), currency: 'USD' },
      ],
      weight: { amount: random.below(50_000), unit: 'GRAM' },
      inStock: random.chance(0.8),
      stock: random.below(1_000),
      launchedAt: new Date(timeOf(random.next())).toISOString().slice(0, 10),
      categories: conceptsOf(tenant, random),
      related: others(3),
      cover: itemIdOf(tenant, pictureOf(tenant, random)),
    }
  if (technicalName === 'part') return { sku, length: String(random.below(1_000_000) / 1_000), fits: others(2) }
  return technicalName === 'article' ? {} : { file: binaryIdOf(tenant, number) }
}

const conceptsOf = (tenant: BenchTenant, random: Random): string[] => [
  ...new Set([1, 2].map(() => conceptIdOf(tenant, 10 + Math.floor(random.next() ** 2 * (conceptCount - 10))))),
]

function ownValues(
  tenant: BenchTenant,
  { technicalName }: ContentType,
  title: string,
  words: Vocabulary,
  random: Random,
): Record<string, unknown> {
  const text = (length: number) =>
    Array.from({ length }, () => random.pickSkewed(random.chance(0.6) ? words.common : words.rare)).join(' ')
  switch (technicalName) {
    case 'product':
      return { title, description: text(25) }
    case 'article':
      return {
        title,
        body: text(60),
        author: random.pickSkewed(users),
        publishedOn: new Date(timeOf(random.next())).toISOString().slice(0, 10),
        topics: conceptsOf(tenant, random),
      }
    case 'picture':
      return { alt: title, credit: random.pickSkewed(brands) }
    default:
      return { title }
  }
}

/** The resolved values of a copy: shared values, own ones, and inherited ones of the first variation. */
export function resolvedValues(item: BenchItem, copy: BenchCopy, isLive: boolean) {
  const [first] = item.copies
  const inherits = first !== undefined && first !== copy && (!isLive || first.isLive)
  const of = (values: Readonly<Record<string, unknown>>, sourceVariationId: string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, sourceVariationId }]))
  return {
    ...(inherits ? of(first.own, first.variation.variationId) : {}),
    ...of(item.shared, copy.variation.variationId),
    ...of(copy.own, copy.variation.variationId),
  }
}
