import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalizedText } from '@pim/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

type Row = Readonly<Record<string, string>>

const valueSchema = z.object({ locale: z.string().nullable(), scope: z.string().nullable(), data: z.unknown() })
const productSchema = z.object({
  identifier: z.string(),
  family: z.string().nullable(),
  enabled: z.boolean(),
  categories: z.array(z.string()),
  groups: z.array(z.string()),
  values: z.record(z.string(), z.array(valueSchema)),
  associations: z.record(
    z.string(),
    z.object({ products: z.array(z.string()).optional(), groups: z.array(z.string()).optional() }),
  ),
})
export type SourceProduct = z.output<typeof productSchema>
export type SourceValue = z.output<typeof valueSchema>

export interface Source {
  readonly folder: string
  readonly attributes: readonly Row[]
  readonly attributeGroups: readonly Row[]
  readonly options: readonly Row[]
  readonly families: readonly Row[]
  readonly categories: readonly Row[]
  readonly channels: readonly Row[]
  readonly associationTypes: readonly Row[]
  readonly groups: readonly Row[]
  readonly currencies: readonly string[]
  readonly products: readonly SourceProduct[]
  /** Reference as it stands in a value, to the file it means; null where the file was not delivered. */
  readonly files: ReadonlyMap<string, { path: string; sha256: string } | null>
}

/** Reads a catalogue exported from Akeneo: `csv/*.csv`, `products.jsonl`, `media.csv` and `media/`. */
export async function readSource(folder: string): Promise<Source> {
  const table = async (name: string): Promise<Row[]> => {
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const text = await readFile(path, 'utf8')
    const delimiter = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
    return parse<Row>(text, { delimiter, columns: true, bom: true, skip_empty_lines: true, relax_column_count: true })
  }
  const csv = (name: string) => table(join('csv', `${name}.csv`))
  const lines = (await readFile(join(folder, 'products.jsonl'), 'utf8')).split('\n').filter(Boolean)
  const channels = await csv('channels')
  return {
    folder,
    attributes: await csv('attributes'),
    attributeGroups: await csv('attribute_groups'),
    options: await csv('attribute_options'),
    families: await csv('families'),
    categories: await csv('categories'),
    channels,
    associationTypes: await csv('association_types'),
    groups: [...(await csv('groups')), ...(await csv('variant_groups'))],
    currencies: [...new Set(channels.flatMap((channel) => (channel.currencies ?? '').split(',').filter(Boolean)))],
    products: lines.map((line) => productSchema.parse(JSON.parse(line))),
    files: new Map(
      (await table('media.csv')).map((row) => [
        row.reference ?? '',
        row.file ? { path: join(folder, 'media', row.file), sha256: row.sha256 ?? '' } : null,
      ]),
    ),
  }
}

/** `en_US` is `en-US` here. */
export const languageOf = (locale: string): string => locale.replace('_', '-')

/** The label columns of a row by language; a row without any is called by its code. */
export function labelsOf(row: Row, otherwise = row.code ?? ''): LocalizedText {
  const labels = Object.entries(row).flatMap(([column, label]) =>
    column.startsWith('label-') && label.trim() !== '' ? [[languageOf(column.slice(6)), label.trim()] as const] : [],
  )
  return labels.length > 0 ? Object.fromEntries(labels) : { 'en-US': otherwise }
}

export const list = (cell: string | undefined): string[] => (cell ?? '').split(',').filter(Boolean)
