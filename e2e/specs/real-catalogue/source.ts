import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

/** The catalogue as its files have it, read without any of the loader's code: what comes back is held against this. */
export interface SourceValue {
  locale: string | null
  scope: string | null
  data: unknown
}
export interface SourceProduct {
  identifier: string
  family: string | null
  enabled: boolean
  categories: string[]
  groups: string[]
  values: Record<string, SourceValue[]>
  associations: Record<string, { products?: string[]; groups?: string[] }>
}

export const catalogueFolder = join(import.meta.dirname, '../../../../shared/data/catalogue-icecat')

const lines = (file: string) => readFileSync(join(catalogueFolder, file), 'utf8').split('\n').filter(Boolean)
const table = (file: string) =>
  parse<Record<string, string>>(readFileSync(join(catalogueFolder, file), 'utf8'), {
    columns: true,
    bom: true,
    delimiter: file === 'media.csv' ? ',' : ';',
  })

export const readProducts = (): SourceProduct[] =>
  lines('products.jsonl').map((line) => JSON.parse(line) as SourceProduct)
export const readAttributeTypes = (): Map<string, string> =>
  new Map(table('csv/attributes.csv').map(({ code = '', type = '' }) => [code, type]))
/** Channels by code, each with the attributes that it requires of the products of a family. */
export function readRequirements(): Map<string, Map<string, string[]>> {
  const families = table('csv/families.csv')
  return new Map(
    table('csv/channels.csv').map(({ code: channel = '' }) => [
      channel,
      new Map(
        families.map((family) => [
          family.code ?? '',
          (family[`requirements-${channel}`] ?? '').split(',').filter((attribute) => attribute !== ''),
        ]),
      ),
    ]),
  )
}

/** The channels for which a product has in a language, or else in English, all that its family requires there. */
export const readyChannels = (
  { family, values }: SourceProduct,
  language: string,
  requirements: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>,
): string[] =>
  [...requirements].flatMap(([channel, ofFamily]) => {
    const locales = [null, language.replace('-', '_'), 'en_US']
    const isThere = (attribute: string) =>
      attribute === 'sku' ||
      values[attribute]?.some(
        ({ locale, scope, data }) =>
          locales.includes(locale) && (scope === null || scope === channel) && data !== null && data !== '',
      ) === true
    return (ofFamily.get(family ?? '') ?? []).every(isThere) ? [channel] : []
  })

export const readFileHashes = (): Map<string, string> =>
  new Map(table('media.csv').flatMap(({ reference = '', file, sha256 = '' }) => (file ? [[reference, sha256]] : [])))

const namedEntity = /&([a-z]+\d*);/gi

/** The names of the character references that the texts hold. */
export const entityNames = (products: readonly SourceProduct[]): string[] => [
  ...new Set([...JSON.stringify(products).matchAll(namedEntity)].map(([, name = '']) => name)),
]

/**
 * The letters of a text with markup, the same however the markup is written. `entities` is what a browser makes of
 * each named character reference. A `<` that begins no tag that is known is a letter like any other.
 */
export function wordsOf(html: string, entities: Readonly<Record<string, string>>): string {
  return (
    html
      // An end tag whose bracket somebody forgot.
      .replace(/<\/[a-z]+[^\s<>]*(?=\s)/gi, ' ')
      // A picture of somebody else's site cannot come along; its words do.
      .replace(/<img\b[^<>]*?\balt="([^"]*)"[^<>]*>/gi, ' $1 ')
      .replace(
        /<\s*\/?\s*(?:b|br|i|em|strong|u|s|ul|ol|li|p|sup|sub|span|div|a|h[1-6]|table|tbody|tr|td|th|img|hr|code|pre|blockquote)\b[^<>]*>/gi,
        ' ',
      )
      .replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
        if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
        if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
        return entities[name] ?? whole
      })
      .normalize('NFC')
      .replace(/[\s\u00a0\u200b]+/g, '')
  )
}
