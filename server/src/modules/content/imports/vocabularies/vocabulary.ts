import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType, Field, ImportColumnReading } from '@pim/contract'
import { columnReadingSchema } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { z } from 'zod'

/** What a column of a shop has, whatever the shop and the content type call it. */
const meanings = [
  'name',
  'articleNumber',
  'gtin',
  'summary',
  'description',
  'brand',
  'category',
  'tags',
  'price',
  'weight',
  'length',
  'width',
  'height',
  'stock',
  'pictures',
  'slug',
  'seoTitle',
  'seoDescription',
] as const
export type Meaning = (typeof meanings)[number]

const vocabularySchema = z.strictObject({
  name: z.string(),
  /** Headings that together only its files have. */
  recognisedBy: z.array(z.string()).min(1),
  /** The column by which rows of one product belong together. */
  joinBy: z.string().optional(),
  columns: z.record(z.string(), z.strictObject({ means: z.enum(meanings), reading: columnReadingSchema.optional() })),
})

/** The headings of a shop's exports, and what they mean. */
export interface Vocabulary {
  readonly name: string
  readonly recognisedBy: readonly string[]
  readonly joinBy?: string | undefined
  /** By heading in small letters and without what stands between words. */
  readonly columns: ReadonlyMap<string, { readonly means: Meaning; readonly reading?: ImportColumnReading | undefined }>
}

/** Without capitals, accents and what stands between words. */
export const simple = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * What the heading of a column may be looked up by: itself, and the last name of a path of XML (`details/g:price`, `Feature: Weight (kg)`), without the prefix
 * of its namespace.
 */
export function namesOf(heading: string): readonly string[] {
  const last = heading.replace(/^[\p{L} ]+: /u, '').replace(/^.*\/(?=[^/])/, '')
  const bare = last.replace(/^@?(?:[\w.-]+:(?=\S))?/, '')
  return bare === heading || bare === '' ? [heading] : [heading, bare]
}

const folder = join(import.meta.dirname, 'shops')
let read: readonly Vocabulary[] | undefined

/** Those of the folder `shops`, a file each. Read once, when the first file is looked at. */
export function vocabularies(): readonly Vocabulary[] {
  read ??= readdirSync(folder).map((file) => {
    const { columns, ...rest } = vocabularySchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    return { ...rest, columns: new Map(Object.entries(columns).map(([heading, column]) => [simple(heading), column])) }
  })
  return read
}

/** The vocabulary that the headings are of: of several that are recognised, the one that knows most of them. */
export function vocabularyOf(headings: Iterable<string>): Vocabulary | undefined {
  const simpleHeadings = new Set([...headings].flatMap(namesOf).map(simple))
  const known = ({ columns }: Vocabulary) => [...simpleHeadings].filter((heading) => columns.has(heading)).length
  return vocabularies()
    .filter(({ recognisedBy }) => recognisedBy.every((heading) => simpleHeadings.has(simple(heading))))
    .toSorted((one, other) => known(other) - known(one))[0]
}

/** Technical names and labels that fields of a meaning often have, in English, German and Swedish. */
const usualNames: Readonly<Record<Exclude<Meaning, 'name'>, readonly string[]>> = {
  articleNumber: ['sku', 'articleNumber', 'itemNumber', 'productNumber', 'Artikelnummer', 'artikelnummer'],
  gtin: ['gtin', 'ean', 'barcode', 'upc'],
  summary: ['summary', 'shortDescription', 'teaser', 'Kurzbeschreibung', 'kortBeskrivning'],
  description: ['description', 'longDescription', 'body', 'text', 'Beschreibung', 'beskrivning'],
  brand: ['brand', 'vendor', 'manufacturer', 'Marke', 'Hersteller', 'varumärke'],
  category: ['category', 'categories', 'productType', 'Kategorie', 'Kategorien', 'kategori', 'kategorier'],
  tags: ['tags', 'keywords', 'topics', 'Schlagwörter', 'taggar'],
  price: ['price', 'prices', 'Preis', 'pris'],
  weight: ['weight', 'Gewicht', 'vikt'],
  length: ['length', 'depth', 'Länge', 'längd'],
  width: ['width', 'Breite', 'bredd'],
  height: ['height', 'Höhe', 'höjd'],
  stock: ['stock', 'quantity', 'Bestand', 'lager'],
  pictures: ['images', 'pictures', 'gallery', 'media', 'image', 'picture', 'cover', 'Bilder', 'Bild'],
  slug: ['slug', 'urlKey'],
  seoTitle: ['seoTitle', 'metaTitle'],
  seoDescription: ['seoDescription', 'metaDescription'],
}

/** The field of a content type that has what a column means; undefined where none is called so. A part of a reading that it does not know is left out. */
export function fieldOfMeaning({ fields }: ContentType, meaning: Exclude<Meaning, 'name'>): Field | undefined {
  const names = usualNames[meaning].map(simple)
  const namesOf = (field: Field) => [field.technicalName, ...Object.values(field.friendlyName)].map(simple)
  const named = names.flatMap((name) => fields.filter((field) => namesOf(field).includes(name)))
  return named[0]
}

/** The reading of a shop for a field, with what that field cannot have left out. */
export function readingFor(field: Field, reading: ImportColumnReading = {}): ImportColumnReading {
  const { room, settings } = behaviourOf(field)
  const { unit, ...others } = reading
  const parts = Object.entries(others).filter(([part]) => room.readingParts.some((each) => each === part))
  const takesUnit = unit !== undefined && room.readingCodes('unit', settings).includes(unit)
  return { ...Object.fromEntries(parts), ...(takesUnit && { unit }) }
}
