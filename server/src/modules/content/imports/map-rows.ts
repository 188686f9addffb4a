import { createHash } from 'node:crypto'
import type { Field, FieldError, ImportNote } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { behaviourOf } from '@pim/field-types'
import { type FileFormat, type FileRow, KeyLedger, namesOwnColumns } from '../../exchange/index.ts'
import { isShared } from '../domain/values.ts'
import { withDerivedCells } from './derive-cells.ts'
import { type ColumnPlace, type ImportPlan, variationByTag } from './import-plan.ts'
import { isId, type ReadCell, readCell, textOfCell } from './read-cells.ts'

/** A value of the file, or what it names things by until they are looked up; `clear`: no own value. */
export type DraftValue =
  | { readonly kind: 'value'; readonly value: unknown }
  /** As JSON: a document of many parts takes the server long to take in from the process that reads the file. */
  | { readonly kind: 'json'; readonly text: string }
  | {
      readonly kind: 'names'
      readonly field: Field
      readonly names: readonly string[]
      readonly linkedBy?: string | undefined
      /** Of the file. */
      readonly column: string
    }
  | { readonly kind: 'clear' }

/** The value that a place of the file gives, if it gives one. */
export const givenValue = (draft: DraftValue | undefined): { readonly value: unknown } | undefined => {
  if (draft?.kind === 'json') return { value: JSON.parse(draft.text) as unknown }
  return draft?.kind === 'value' ? draft : undefined
}

export interface DraftVariation {
  readonly values: Map<string, DraftValue>
  channels?: readonly string[]
}

/** What the file says of one item, from one row, or from several that follow each other. */
export interface ItemDraft {
  /** The first of its rows. */
  readonly row: number
  readonly id: string | undefined
  readonly key: { readonly technicalFieldName: string; readonly value: unknown } | undefined
  name: string | undefined
  readonly shared: Map<string, DraftValue>
  readonly variations: Map<string, DraftVariation>
  /** At most `maxErrors`. */
  readonly errors: FieldError[]
  /** What was left out of its cells; at most `maxNotes`. */
  readonly notes: ImportNote[]
  /** Characters of its rows, more or less. */
  size: number
}

/** Errors of one item that are kept: a row of 2,000 columns may have one in each, and an item may have a million rows. */
const maxErrors = 50
const maxNotes = 50

/** An item whose rows may go on. */
interface OpenDraft {
  readonly draft: ItemDraft
  readonly identity: string
  /** What its first row has in the column by which rows belong together. */
  readonly joined: string
  readonly variationIds: Set<string>
}

/**
 * Makes drafts of items from the rows of a file, one after the other. Rows of one item follow each other where a column says which
 * variation each is of; otherwise an item has one row. A second place of the same item is an error of that row.
 */
export async function* draftsOf(
  plan: ImportPlan,
  read: AsyncIterable<FileRow>,
  format: FileFormat,
): AsyncGenerator<ItemDraft> {
  const rows = plan.derived.size === 0 ? read : withDerivedCells(read, [...plan.derived.values()], format)
  const ledger = new KeyLedger()
  let open: OpenDraft | undefined
  const { joinBy } = plan.mapping
  for await (const row of rows) {
    const { id, key, identity, errors } = readIdentity(plan, row, format)
    const joined = joinBy === undefined ? '' : textIn(plan, row, joinBy, format)
    if (open !== undefined && identity === undefined && joined !== '' && joined === open.joined) {
      open.draft.size += sizeOf(row)
      addRow(plan, open.draft, row, plan.defaultVariationId, format, isOfList)
      continue
    }
    const variationId = rowVariation(plan, row, format, errors)
    if (open !== undefined && plan.isByVariation && identity === open.identity && identity !== undefined) {
      const { draft, variationIds } = open
      note(draft, ...errors)
      draft.size += sizeOf(row)
      if (variationIds.has(variationId)) note(draft, duplicate(plan, row, draft.row))
      else addRow(plan, draft, row, variationId, format)
      variationIds.add(variationId)
      continue
    }
    if (open !== undefined) yield open.draft
    open = undefined
    const first = identity === undefined ? undefined : ledger.note(identity, row.row)
    if (first !== undefined) errors.push(duplicate(plan, row, first))
    const draft: ItemDraft = {
      row: row.row,
      id,
      key,
      name: undefined,
      shared: new Map(),
      variations: new Map(),
      errors: errors.slice(0, maxErrors),
      notes: [],
      size: sizeOf(row),
    }
    if (first === undefined) addRow(plan, draft, row, variationId, format)
    if (identity === undefined) yield draft
    else open = { draft, identity, joined, variationIds: new Set([variationId]) }
  }
  if (open !== undefined) yield open.draft
}

const note = ({ errors }: ItemDraft, ...more: readonly FieldError[]): void => {
  errors.push(...more.slice(0, maxErrors - errors.length))
}

/** Characters of a row, more or less: a cell counts as some, also where it is empty, and numbers and truth values as a short text. */
export function sizeOf({ values }: FileRow): number {
  let size = 0
  for (const cell of values.values())
    size += typeof cell === 'string' ? 10 + cell.length : typeof cell === 'object' ? JSON.stringify(cell).length : 20
  return size
}

const errorAt = (
  row: number,
  place: string,
  code: FieldErrorCode,
  message: string,
  params: Readonly<Record<string, string | number>> = {},
): FieldError => ({ technicalFieldName: place, code, message, params: { ...params, row } })

const spoilt = (row: number, column: string, reason: string, message: string, params = {}): FieldError =>
  errorAt(row, column, 'NOT_READ', message, { ...params, reason, ...(column !== '' && { column }) })

const duplicate = ({ mapping }: ImportPlan, { row }: FileRow, first: number): FieldError =>
  spoilt(row, mapping.keyField ?? '', 'DUPLICATE_KEY', `Row ${first} is of the same item.`, { first })

/** A derived cell is a text, also where the file has JSON, and has none of what CSV adds to a text. */
const formatOf = ({ derived }: ImportPlan, column: string, ofFile: FileFormat): FileFormat =>
  derived.has(column) ? 'xlsx' : ofFile

const textIn = (plan: ImportPlan, { values }: FileRow, column: string, format: FileFormat): string =>
  textOfCell(values.get(column), formatOf(plan, column, format)).trim()

type FieldPlace = Extract<ColumnPlace, { kind: 'field' }>

const cachedCells = new WeakMap<FieldPlace, Map<string, ReadCell>>()
/** Cells of all columns that are kept as they were read, and characters of each: colours, units and brands come again in thousands of rows. */
const mostCached = { cells: 10_000, characters: 60 }

/** The cell of a field, with what the column beside it says of its unit or currency. */
function readPlace(plan: ImportPlan, row: FileRow, column: string, place: FieldPlace, ofFile: FileFormat): ReadCell {
  const { field, reading } = place
  const cell = row.values.get(column)
  const beside = reading.codeColumn === undefined ? undefined : textIn(plan, row, reading.codeColumn, ofFile)
  const read = () => readCell(field, cell, formatOf(plan, column, ofFile), reading, beside)
  if (typeof cell !== 'string' || cell.length + (beside?.length ?? 0) > mostCached.characters) return read()
  const cache = cachedCells.get(place) ?? new Map<string, ReadCell>()
  cachedCells.set(place, cache)
  const key = beside === undefined ? cell : `${beside.length} ${beside}${cell}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const made = read()
  if (cache.size < mostCached.cells / plan.places.size) cache.set(key, made)
  return made
}

/** Which item a row is of, and what of that cannot be read. */
function readIdentity(
  plan: ImportPlan,
  ofFile: FileRow,
  format: FileFormat,
): Pick<ItemDraft, 'id' | 'key' | 'errors'> & { readonly identity: string | undefined } {
  const { places, keyField } = plan
  const { row, problems } = ofFile
  const errors = problems.map(({ code, message, column = '', params }) => spoilt(row, column, code, message, params))
  let id: string | undefined
  let key: ItemDraft['key']
  for (const [column, place] of places) {
    if (place.kind === 'id') {
      const text = textIn(plan, ofFile, column, format).toLowerCase()
      if (text !== '') id = text
      if (text !== '' && !isId(text)) errors.push(spoilt(row, column, 'NOT_AN_ID', 'The cell has no id of an item.'))
    }
    if (place.kind === 'field' && keyField !== undefined && place.field === keyField) {
      const cell = readPlace(plan, ofFile, column, place, format)
      if (cell.kind === 'problem') errors.push(...placed(cell.errors, row, column))
      if (cell.kind === 'value' && cell.value !== null)
        key = { technicalFieldName: keyField.technicalName, value: cell.value }
    }
  }
  if (id === undefined && key === undefined && keyField !== undefined)
    errors.push(spoilt(row, keyField.technicalName, 'KEY_MISSING', 'The row has nothing to know its item by.'))
  const identity = id ?? (key === undefined || keyField === undefined ? undefined : identityOfKey(keyField, key.value))
  return { id, key: id === undefined ? key : undefined, errors, identity }
}

/** As the field compares its unique values: `ABC` and `abc` are one where it says so. Keys differ from ids by their first character. */
const identityOfKey = (field: Field, value: unknown): string => {
  const text = `=${behaviourOf(field).uniqueKey(value) ?? JSON.stringify(value)}`
  return text.length <= 200 ? text : createHash('sha256').update(text).digest('base64url')
}

const placed = (errors: readonly FieldError[], row: number, column: string): FieldError[] =>
  errors.map((error) => ({ ...error, params: { ...error.params, row, column } }))

function rowVariation(plan: ImportPlan, ofFile: FileRow, format: FileFormat, errors: FieldError[]): string {
  for (const [column, place] of plan.places) {
    if (place.kind !== 'variation') continue
    const tag = textIn(plan, ofFile, column, format)
    const found = tag === '' ? plan.defaultVariationId : variationByTag(plan.variations, tag)
    if (found !== undefined) return found
    errors.push(
      spoilt(ofFile.row, column, 'UNKNOWN_VARIATION', 'The tenant has no such variation.', { text: tag.slice(0, 100) }),
    )
  }
  return plan.defaultVariationId
}

/** Of one variation, as the API takes them. */
const maxChannels = 50

const isOfList = (place: ColumnPlace): boolean => place.kind === 'field' && behaviourOf(place.field).room.isList

/** `takes`: which places of the row are added. */
function addRow(
  plan: ImportPlan,
  draft: ItemDraft,
  row: FileRow,
  ofRow: string,
  ofFile: FileFormat,
  takes: (place: ColumnPlace) => boolean = () => true,
): void {
  const clears = plan.mapping.emptyCells === 'clear'
  for (const [column, place] of plan.places) {
    if (!takes(place)) continue
    const cell = row.values.get(column)
    if (place.kind === 'name') {
      const text = textIn(plan, row, column, ofFile)
      if (text !== '' && draft.name !== undefined && draft.name !== text) note(draft, ambiguous(row.row, column))
      if (text !== '') draft.name = text
    }
    if (place.kind === 'channels') {
      const text = textIn(plan, row, column, ofFile)
      const channels = text.split(',', maxChannels + 1).flatMap((each) => each.trim() || [])
      if (channels.length > maxChannels)
        note(draft, errorAt(row.row, column, 'TOO_MANY', 'names too many channels', { max: maxChannels }))
      else if (channels.length > 0 || (clears && isThere(cell, ofFile)))
        variationIn(draft, place.variationId ?? ofRow).channels = channels
    }
    if (place.kind !== 'field' || place.field.technicalName === draft.key?.technicalFieldName) continue
    const { field, linkedBy } = place
    const read = readPlace(plan, row, column, place, ofFile)
    if (read.kind === 'problem') {
      note(draft, ...placed(read.errors, row.row, column))
      continue
    }
    if (read.kind === 'value' && read.leftOut !== undefined)
      for (const each of read.leftOut.slice(0, maxNotes - draft.notes.length))
        draft.notes.push({ technicalFieldName: field.technicalName, row: row.row, column, ...each })
    const value = draftValue(read, { field, linkedBy, column, clears: clears && isThere(cell, ofFile) })
    if (value === undefined) continue
    const values = isShared(field) ? draft.shared : variationIn(draft, place.variationId ?? ofRow).values
    const known = values.get(field.technicalName)
    const both = known === undefined || isSame(known, value) ? value : together(field, known, value)
    if (both === undefined) note(draft, ambiguous(row.row, column))
    values.set(field.technicalName, both ?? value)
  }
  if (plan.mapping.publishes && draft.variations.size === 0) variationIn(draft, ofRow)
}

/** A row that names its own columns says nothing of those that it has not; a cell of a table that is not there is empty. */
const isThere = (cell: unknown, format: FileFormat): boolean => cell !== undefined || !namesOwnColumns(format)

const ambiguous = (row: number, column: string): FieldError =>
  spoilt(row, column, 'AMBIGUOUS', 'Another row of the same item has another value of what all variations share.')

const isSame = (one: DraftValue, other: DraftValue): boolean => saidBy(one) === saidBy(other)

const saidBy = (value: DraftValue): string => JSON.stringify({ ...value, field: undefined, column: undefined })

/** The value that two columns fill together; undefined where they say different things of one part. */
function together(field: Field, one: DraftValue, more: DraftValue): DraftValue | undefined {
  const { completed, isList } = behaviourOf(field).room
  if (isList && one.kind !== 'clear' && more.kind !== 'clear') return listOf(field, one, more)
  const [first, second] = [givenValue(one)?.value, givenValue(more)?.value]
  if (completed === undefined || !first || !second) return undefined
  const [sum, other] = [completed(second, first), completed(first, second)]
  return partsOf(sum) === partsOf(other) ? { kind: 'json', text: JSON.stringify(sum) } : undefined
}

/** The entries of both, in their order; where one of them has names, the ids of the other are names too. */
function listOf(field: Field, one: DraftValue, more: DraftValue): DraftValue {
  const entriesIn = (value: DraftValue): readonly unknown[] => {
    if (value.kind === 'names') return value.names
    const entries = givenValue(value)?.value
    return Array.isArray(entries) ? entries : []
  }
  const all = [...new Set([...entriesIn(one), ...entriesIn(more)])]
  const [names] = [one, more].filter((value) => value.kind === 'names')
  if (names === undefined) return { kind: 'json', text: JSON.stringify(all) }
  return { ...names, field, names: all.filter((each): each is string => typeof each === 'string') }
}

const partsOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map((part) => JSON.stringify(part)).toSorted() : value)

function variationIn({ variations }: ItemDraft, variationId: string): DraftVariation {
  const known = variations.get(variationId)
  if (known !== undefined) return known
  const made: DraftVariation = { values: new Map() }
  variations.set(variationId, made)
  return made
}

function draftValue(
  read: Exclude<ReadCell, { kind: 'problem' }>,
  {
    field,
    linkedBy,
    column,
    clears,
  }: Omit<Extract<DraftValue, { kind: 'names' }>, 'kind' | 'names'> & {
    readonly clears: boolean
  },
): DraftValue | undefined {
  if (read.kind === 'names') return { kind: 'names', field, names: read.names, linkedBy, column }
  if (read.kind === 'nothing') return clears ? { kind: 'clear' } : undefined
  const { value } = read
  return typeof value === 'object' && value !== null
    ? { kind: 'json', text: JSON.stringify(value) }
    : { kind: 'value', value }
}
