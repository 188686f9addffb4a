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
export const readFileHashes = (): Map<string, string> =>
  new Map(table('media.csv').flatMap(({ reference = '', file, sha256 = '' }) => (file ? [[reference, sha256]] : [])))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of a text with markup, the same however the markup is written. */
export function wordsOf(html: string): string {
  return html
    .replace(
      /<\s*\/?\s*(?:b|br|i|em|strong|u|s|ul|ol|li|p|sup|sub|span|div|a|h[1-6]|table|tbody|tr|td|th|img|hr|code|pre|blockquote)\b[^<>]*>/gi,
      ' ',
    )
    .replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
      if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
      if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
      return entities[name.toLowerCase()] ?? whole
    })
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b]+/g, '')
}
