import type {
  ContentType,
  Field,
  ImportColumn,
  ImportColumnReading,
  ImportColumnTarget,
  ImportFileShape,
  ImportInspection,
  ImportMapping,
  Variation,
} from '@pim/contract'
import { sourcesOf } from '@pim/contract/import/derived-columns.ts'
import { behaviourOf, factsOf } from '@pim/field-types'
import { hasReading, isOpen, readingOfFile, withOwnZone } from './column-readings.ts'

/** A mapping as it stands on the screen: of each column of the file in its order, without the file itself. */
export type MappingDraft = Omit<ImportMapping, 'importFileId' | 'shape'>

/** The most columns that one request may name; columns that go nowhere are left out of wider files. */
const maxSentColumns = 2_000

const ignored: ImportColumnTarget = { kind: 'ignored' }

/** What the server proposes for a file. */
export const proposedDraft = (
  { columns, proposal, proposedKeyField, proposedJoinBy }: ImportInspection,
  type: ContentType,
): MappingDraft => {
  const proposed = new Map(proposal.map((each) => [each.column, each]))
  return {
    technicalContentTypeName: type.technicalName,
    ...(proposedKeyField !== null && { keyField: proposedKeyField }),
    columns: columns.map((column) => {
      const { target = ignored, reading } = proposed.get(column) ?? {}
      const field = fieldOf(type, target)
      return { column, target, ...(field && reading && { reading: withOwnZone(field, reading) }) }
    }),
    ...(proposedJoinBy !== undefined && { joinBy: proposedJoinBy }),
    mode: 'upsert',
    emptyCells: 'leave',
    numbers: 'point',
    dates: 'iso',
    publishes: false,
  }
}

/** Any number of columns may have entries of a list. */
const isList = (field: Field | undefined): boolean => field !== undefined && behaviourOf(field).room.isList

export const fieldOf = ({ fields }: ContentType, target: ImportColumnTarget): Field | undefined =>
  target.kind === 'field' ? fields.find(({ technicalName }) => technicalName === target.technicalFieldName) : undefined

export interface TakenOver {
  readonly draft: MappingDraft
  /** Columns of the earlier mapping that went somewhere and that this file has not. */
  readonly missing: readonly string[]
  /** Columns of this file that the earlier mapping did not know; they go nowhere until somebody says where. */
  readonly added: readonly string[]
  /** Columns that went to a field or a variation that is not there any more; they go nowhere, too. */
  readonly gone: readonly string[]
}

const named = (column: string): string => column.trim().toLowerCase()

/** A draft without what names columns that are not there, but for the columns themselves. */
export function withoutUnknownColumns(draft: MappingDraft, known: ReadonlySet<string>): MappingDraft {
  const { joinBy, ...rest } = draft
  return {
    ...rest,
    ...(joinBy !== undefined && known.has(joinBy) && { joinBy }),
    columns: draft.columns.map((each) => {
      const { codeColumn, ...reading } = each.reading ?? {}
      return codeColumn === undefined || known.has(codeColumn) ? each : { ...each, reading }
    }),
  }
}

/**
 * An earlier mapping for the columns of another file: by their names, whether in capitals or not. Columns that it makes are made again where
 * those that they are made from are there.
 */
export function takeOver(
  earlier: MappingDraft,
  ofFile: readonly string[],
  type: ContentType,
  variations: readonly Variation[],
): TakenOver {
  const byName = new Map(earlier.columns.map((each) => [named(each.column), each]))
  const fields = new Set(type.fields.map(({ technicalName }) => technicalName))
  const ids = new Set(variations.map(({ variationId }) => variationId))
  const isThere = (target: ImportColumnTarget) =>
    (target.kind !== 'field' || fields.has(target.technicalFieldName)) &&
    !('variationId' in target && target.variationId !== undefined && !ids.has(target.variationId))
  const { keyField, derived = [], ...rest } = earlier
  const made = derived.filter(
    ({ column, from }) => !ofFile.includes(column) && sourcesOf(from).every((source) => ofFile.includes(source)),
  )
  const columns = [...ofFile, ...made.map(({ column }) => column)]
  const known = new Set(columns.map(named))
  const draft: MappingDraft = {
    ...rest,
    ...(keyField !== undefined && fields.has(keyField) && { keyField }),
    ...(made.length > 0 && { derived: made }),
    columns: columns.map((column) => {
      const { target, reading, adds } = byName.get(named(column)) ?? {}
      if (target === undefined || !isThere(target)) return { column, target: ignored }
      const field = fieldOf(type, target)
      const kept = { column, target, ...(adds && { adds }) }
      return field && hasReading(field) ? { ...kept, reading: reading ?? readingOfFile(field, earlier) } : kept
    }),
  }
  return {
    draft: withoutUnknownColumns(draft, new Set(columns)),
    missing: earlier.columns.flatMap(({ column, target }) =>
      target.kind === 'ignored' || known.has(named(column)) ? [] : [column],
    ),
    added: columns.filter((column) => !byName.has(named(column))),
    gone: columns.filter((column) => {
      const { target } = byName.get(named(column)) ?? {}
      return target !== undefined && !isThere(target)
    }),
  }
}

/** `reading`: how the cells are written; left out where that says nothing of them. */
export const withColumn = (draft: MappingDraft, changed: ImportColumn): MappingDraft => ({
  ...draft,
  columns: draft.columns.map((each) => (each.column === changed.column ? changed : each)),
})

export const isShared = ({ localizable }: Field): boolean => localizable === false
/** Media are named by their ids alone. */
export const isLink = ({ type }: Field): boolean => factsOf(type).refersTo === 'item'
/** Fields by whose values items are known. */
export const keyFields = ({ fields }: ContentType): readonly Field[] =>
  fields.filter(({ unique }) => unique === 'tenant' || unique === 'contentType')

/** What columns fill and a source may own: fields, the name and the channels. The field that items are known by never changes. */
export function ownedNames({ columns, keyField }: MappingDraft): readonly string[] {
  const names = columns.flatMap(({ target }) => {
    if (target.kind === 'field') return target.technicalFieldName === keyField ? [] : [target.technicalFieldName]
    return target.kind === 'name' ? ['$name'] : target.kind === 'channels' ? ['$deliveryTargets'] : []
  })
  return [...new Set(names)]
}

/** Fields with yes or no that no column fills: they can mark items that are gone. */
export function markFields({ columns }: MappingDraft, { fields }: ContentType): readonly Field[] {
  const filled = new Set(columns.flatMap(({ target }) => (target.kind === 'field' ? [target.technicalFieldName] : [])))
  return fields.filter((field) => factsOf(field.type).isTruthValue === true && !filled.has(field.technicalName))
}

/** The unique fields by which a field's links can name items, of the types that it links to. */
export function linkKeys(field: Field, types: readonly ContentType[]): readonly Field[] {
  const named = field.settings?.contentTypeTechnicalNames
  const targets = types.filter(({ technicalName, kind }) =>
    Array.isArray(named) ? named.includes(technicalName) : kind === 'user',
  )
  const byName = new Map(targets.flatMap(keyFields).map((each) => [each.technicalName, each]))
  return [...byName.values()]
}

export type MappingProblem =
  /** No column goes anywhere, or none that changes anything. */
  | { readonly code: 'nothingMapped' }
  | { readonly code: 'onePlace'; readonly columns: readonly string[]; readonly target: ImportColumnTarget }
  | { readonly code: 'keyWithoutColumn'; readonly keyField: string }
  /** What is the same in each row knows no items apart. */
  | { readonly code: 'keyIsFixed'; readonly column: string }
  /** Items that are there are to be changed, and nothing says which. */
  | { readonly code: 'nothingToKnowBy' }
  /** What the source owns is known by the imports of a profile, by the keys of items, and by the field that marks them. */
  | { readonly code: 'noProfile' | 'ownershipWithoutKey' | 'markWithoutField' }

/** What is wrong with a mapping before anything is sent. */
export function mappingProblems(
  draft: MappingDraft,
  type: ContentType,
  variations: readonly Variation[],
): readonly MappingProblem[] {
  const { columns, derived = [], keyField, mode, ownership, profileId } = draft
  const fields = new Map(type.fields.map((field) => [field.technicalName, field]))
  const isByRow = columns.some(({ target }) => target.kind === 'variation')
  // Without a column for it, values that name no variation are of the default one.
  const usual = isByRow ? '' : (variations.find(({ isDefault }) => isDefault)?.variationId ?? '')
  const placeOf = (
    target: ImportColumnTarget,
    { codeColumn, currency = '', unit = '' }: ImportColumnReading = {},
  ): string => {
    if (target.kind === 'channels') return `channels ${target.variationId ?? usual}`
    if (target.kind !== 'field') return target.kind
    const field = fields.get(target.technicalFieldName)
    const where = field && isShared(field) ? '' : (target.variationId ?? usual)
    return `field ${target.technicalFieldName} ${where} ${codeColumn ?? `${currency} ${unit}`}`
  }
  const places = new Map<string, { columns: string[]; target: ImportColumnTarget }>()
  for (const { column, target, reading } of columns) {
    if (target.kind === 'ignored') continue
    const place = placeOf(target, reading)
    const known = places.get(place)
    if (known) known.columns.push(column)
    else places.set(place, { columns: [column], target })
  }
  const goesToKey = columns.some(({ target }) => target.kind === 'field' && target.technicalFieldName === keyField)
  const changesSomething = columns.some(({ target }) => ['field', 'name', 'channels'].includes(target.kind))
  const hasId = columns.some(({ target }) => target.kind === 'id')
  const fixed = new Set(derived.flatMap(({ column, from }) => (from.kind === 'fixed' ? [column] : [])))
  const fixedKeys = columns.filter(
    ({ column, target }) =>
      fixed.has(column) &&
      (target.kind === 'id' || (target.kind === 'field' && target.technicalFieldName === keyField)),
  )
  return [
    ...fixedKeys.map(({ column }) => ({ code: 'keyIsFixed' as const, column })),
    ...(changesSomething ? [] : [{ code: 'nothingMapped' as const }]),
    ...[...places.values()]
      .filter(({ columns: sharing, target }) => sharing.length > 1 && !isList(fieldOf(type, target)))
      .map((place) => ({ code: 'onePlace' as const, ...place })),
    ...(keyField !== undefined && !goesToKey ? [{ code: 'keyWithoutColumn' as const, keyField }] : []),
    ...(mode === 'update' && keyField === undefined && !hasId ? [{ code: 'nothingToKnowBy' as const }] : []),
    ...(ownership && keyField === undefined && !hasId ? [{ code: 'ownershipWithoutKey' as const }] : []),
    ...(ownership && profileId === undefined ? [{ code: 'noProfile' as const }] : []),
    ...(isWithoutMark(draft, type) ? [{ code: 'markWithoutField' as const }] : []),
  ]
}

const isWithoutMark = (draft: MappingDraft, type: ContentType): boolean =>
  draft.ownership?.whenGone === 'mark' &&
  !markFields(draft, type).some(({ technicalName }) => technicalName === draft.ownership?.markField)

export const sentColumns = ({ columns }: MappingDraft): MappingDraft['columns'] =>
  columns.length <= maxSentColumns ? columns : columns.filter(({ target }) => target.kind !== 'ignored')

/** The mapping as it is sent. */
export function mappingOf(
  draft: MappingDraft,
  importFileId: string,
  shape: ImportFileShape | undefined,
): ImportMapping {
  const columns = sentColumns(draft)
  return { ...draft, columns, importFileId, ...(shape && { shape }) }
}

/** What stands in a column of the first rows, each once, and then what leaves its reading open. */
export function cellsOf(
  { columns, firstRows, proposal }: Pick<ImportInspection, 'columns' | 'firstRows' | 'proposal'>,
  column: string,
): readonly string[] {
  const at = columns.indexOf(column)
  const cells = firstRows.map((row) => row[at]).filter((cell): cell is string => Boolean(cell?.trim()))
  return [...new Set([...cells, ...(proposal.find((each) => each.column === column)?.openCells ?? [])])]
}

/** The draft without columns whose reading somebody has to choose first. */
export const withoutOpen = (draft: MappingDraft, type: ContentType, inspection: ImportInspection): MappingDraft => ({
  ...draft,
  columns: draft.columns.map((each) =>
    isOpen(fieldOf(type, each.target), each, cellsOf(inspection, each.column))
      ? { column: each.column, target: ignored }
      : each,
  ),
})
