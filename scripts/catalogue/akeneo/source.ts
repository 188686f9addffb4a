import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalizedText } from '@pim/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Failure } from '../bundle.ts'

type Row = Readonly<Record<string, string>>

const valueSchema = z.object({ locale: z.string().nullable(), scope: z.string().nullable(), data: z.unknown() })
const productSchema = z.object({
  identifier: z.string(),
  family: z.string().nullable(),
  enabled: z.boolean(),
  categories: z.array(z.string()),
  groups: z.array(z.string()),
  parent: z.string().nullish(),
  values: z.record(z.string(), z.array(valueSchema)),
  associations: z.record(
    z.string(),
    z.object({ products: z.array(z.string()).optional(), groups: z.array(z.string()).optional() }),
  ),
})
/** Holds what its variants have in common. */
const modelSchema = z.object({
  code: z.string(),
  parent: z.string().nullish(),
  values: z.record(z.string(), z.array(valueSchema)),
})
export type SourceModel = z.output<typeof modelSchema> & Placed
export type SourceProduct = z.output<typeof productSchema> & Placed

interface Placed {
  /** File and line. */
  readonly place: string
}
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
  readonly models: readonly SourceModel[]
  /** Lines that are no product or no model. */
  readonly failures: readonly Failure[]
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
  const failures: Failure[] = []
  const products = await readLines(folder, 'products.jsonl', productSchema, failures)
  const models = await readLines(folder, 'product_models.jsonl', modelSchema, failures)
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
    products,
    models,
    failures,
    files: new Map(
      (await table('media.csv')).map((row) => [
        row.reference ?? '',
        row.file ? { path: join(folder, 'media', row.file), sha256: row.sha256 ?? '' } : null,
      ]),
    ),
  }
}

/** One JSON object a line. A line that is something else is a failure of its own; the others are read. */
async function readLines<S extends z.ZodType<object>>(
  folder: string,
  file: string,
  schema: S,
  failures: Failure[],
): Promise<(z.output<S> & Placed)[]> {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  const lines = (await readFile(path, 'utf8')).split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const place = `${file}:${at + 1}`
    const parsed = schema.safeParse(jsonOf(line))
    if (parsed.success) return [{ ...parsed.data, place }]
    const [issue] = parsed.error.issues
    const message = `is not readable: ${issue?.path.join('.') || 'the line'} ${issue?.message}`
    failures.push({ subject: place, source: place, message })
    return []
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
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
