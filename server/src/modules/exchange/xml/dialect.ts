import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { localName } from './parse-xml.ts'

/** A child of the element, or `@` and an attribute of it. `as`: `{}` stands for what it has. `unless`: what is not worth saying. */
const partSchema = z.strictObject({ of: z.string(), as: z.string(), unless: z.string().optional() })

/** An element that has a name and a value of its own, such as a feature: it is a column by that name. */
const entrySchema = z.strictObject({
  element: z.string(),
  /** What the column is called first, and what is put behind that. */
  name: z.string(),
  parts: z.array(partSchema),
  value: z.string(),
  unit: z.string().optional(),
  /** Without a currency of its own it is in that of the header. */
  isPrice: z.boolean().optional(),
  /** Where it is no whole address, that of the header stands before it. */
  isAddress: z.boolean().optional(),
})

const groupsSchema = z.strictObject({
  column: z.string(),
  group: z.string(),
  id: z.string(),
  name: z.string(),
  parent: z.string(),
  /** Groups that are no part of a path. */
  without: z.strictObject({ attribute: z.string(), is: z.string() }),
  /** Elements that say of a record which group it is in. */
  places: z.array(z.string()),
  record: z.array(z.string()),
  recordGroup: z.string(),
  /** The element of a record that it is named by there. */
  key: z.array(z.string()),
})

/** What the elements of a kind of XML mean; all names without the prefix of their namespace. */
const dialectSchema = z.strictObject({
  root: z.string(),
  records: z.array(z.string()),
  /** Elements that are no part of the names of columns. */
  unnamed: z.array(z.string()).default([]),
  /** Where a file says what holds for all of its records. */
  header: z.strictObject({ language: z.string(), currency: z.string(), address: z.string() }).optional(),
  /** Without a language of their own they are in that of the header. */
  translated: z.array(z.string()).default([]),
  /** Elements of one name that no attribute tells apart. */
  withoutKind: z.array(z.string()).default([]),
  entries: z.array(entrySchema).default([]),
  groups: groupsSchema.optional(),
})
export type Dialect = z.infer<typeof dialectSchema>
export type Entry = z.infer<typeof entrySchema>
export type Groups = z.infer<typeof groupsSchema>

const folder = join(import.meta.dirname, 'dialects')
let read: readonly Dialect[] | undefined

/** Those of the folder `dialects`, a file each. Read once. */
function dialects(): readonly Dialect[] {
  read ??= readdirSync(folder).map((file) => dialectSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  return read
}

/** The dialect that has such records. `path`: of the element, from the root: `BMECAT/T_NEW_CATALOG/ARTICLE`. */
export function dialectOf(path: string): Dialect | undefined {
  const names = path.split('/').map(localName)
  return dialects().find(({ root, records }) => names[0] === root && records.includes(names.at(-1) ?? ''))
}
