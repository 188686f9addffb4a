import type {
  ContentType,
  Field,
  FieldError,
  ImportColumnReading,
  ImportColumnTarget,
  ImportDerivedColumn,
  ImportMapping,
  Variation,
} from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { variationTag } from '@pim/contract/export/columns.ts'
import { sourcesOf } from '@pim/contract/import/derived-columns.ts'
import { behaviourOf, factsOf, isTimeZone, type Reading } from '@pim/field-types'
import { invalidRequest, Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { findOwnTenant, variationsOf } from '../../tenants/index.ts'
import { fieldsOf, isShared } from '../domain/values.ts'

/** Where the cells of a column go, with what the mapping names looked up. */
export type ColumnPlace =
  | { readonly kind: 'id' | 'name' | 'variation' }
  /** `variationId` undefined: that of the row, or the default one. */
  | { readonly kind: 'channels'; readonly variationId: string | undefined }
  | {
      readonly kind: 'field'
      readonly field: Field
      readonly variationId: string | undefined
      readonly linkedBy: string | undefined
      /** How the cells of the column are written. */
      readonly reading: Reading
    }

export interface ImportPlan {
  readonly mapping: ImportMapping
  readonly type: ContentType
  readonly defaultVariationId: string
  /** By tag, in small letters. */
  readonly variations: ReadonlyMap<string, string>
  /** Language codes by the ids of variations. */
  readonly languages: ReadonlyMap<string, string>
  /** By the name of the column; columns that are ignored are not there. */
  readonly places: ReadonlyMap<string, ColumnPlace>
  /** Columns that the mapping makes, by name; those that go nowhere and name nothing are not there. */
  readonly derived: ReadonlyMap<string, ImportDerivedColumn>
  /** The columns that the file has to have, with the place of the mapping that names each. */
  readonly sources: readonly { readonly place: string; readonly column: string }[]
  readonly keyField: Field | undefined
  /** Whether several rows are of one item, each of one variation. */
  readonly isByVariation: boolean
  /** Hosts that pictures may be fetched from. */
  readonly importHosts: readonly string[]
}

/** As `planImport`; throws `NOT_FOUND` where there is no such content type. */
export async function planOfImport(trx: Transaction, tenantId: string, mapping: ImportMapping): Promise<ImportPlan> {
  const stored = await findTypeByName(trx, tenantId, mapping.technicalContentTypeName)
  if (stored === undefined) throw new Problem('NOT_FOUND', { message: 'There is no such content type.' })
  const { importHosts } = await findOwnTenant(trx, tenantId)
  const plan = planImport(stored.type, await variationsOf(trx, tenantId), mapping)
  return { ...plan, importHosts }
}

/** Throws `INVALID_REQUEST` with each place of the mapping that names what is not there, or says what another one says. */
export function planImport(type: ContentType, all: readonly Variation[], mapping: ImportMapping): ImportPlan {
  const fieldErrors: FieldError[] = []
  const refuse = (place: string, code: FieldErrorCode, message: string) =>
    fieldErrors.push({ technicalFieldName: `body.file.${place}`, code, message })
  const fields = fieldsOf(type)
  const known = new Set(all.map(({ variationId }) => variationId))
  const places = new Map<string, ColumnPlace>()
  const taken = new Map<string, number>()
  const isByVariation = mapping.columns.some(({ target }) => target.kind === 'variation')
  const defaultVariationId = all.find(({ isDefault }) => isDefault)?.variationId ?? ''
  for (const [index, { column, target, reading }] of mapping.columns.entries()) {
    const at = `columns[${index}]`
    if (target.kind === 'ignored') continue
    if (places.has(column)) refuse(`${at}.column`, 'DUPLICATE', 'is named twice')
    if ('variationId' in target && target.variationId !== undefined && !known.has(target.variationId))
      refuse(`${at}.target.variationId`, 'UNKNOWN_VARIATION', 'is no variation of the tenant')
    const field = target.kind === 'field' ? fields.get(target.technicalFieldName) : undefined
    if (target.kind === 'field' && field === undefined) {
      refuse(`${at}.target.technicalFieldName`, 'UNKNOWN_FIELD', 'is not a field of this content type')
      continue
    }
    for (const part of field === undefined ? [] : wrongParts(field, reading))
      refuse(`${at}.reading.${part}`, 'NOT_FOUND', 'is none of this field')
    const place = placeOf(target, field, readingOf(mapping, reading))
    const key = `${keyOfPlace(place, isByVariation ? '' : defaultVariationId)}${isOfList(place) ? ` ${column}` : ''}`
    const first = taken.get(key)
    if (first !== undefined) refuse(`${at}.target`, 'DUPLICATE', `goes where columns[${first}] goes`)
    taken.set(key, index)
    places.set(column, place)
  }
  const derived = new Map<string, ImportDerivedColumn>()
  for (const [index, each] of (mapping.derived ?? []).entries()) {
    if (derived.has(each.column)) refuse(`derived[${index}].column`, 'DUPLICATE', 'is named twice')
    derived.set(each.column, each)
  }
  const keyField = mapping.keyField === undefined ? undefined : fields.get(mapping.keyField)
  if (mapping.keyField !== undefined) {
    if (keyField === undefined) refuse('keyField', 'UNKNOWN_FIELD', 'is not a field of this content type')
    else if (keyField.unique !== 'tenant' && keyField.unique !== 'contentType')
      refuse('keyField', 'NOT_UNIQUE_FIELD', 'is no key: its values are not unique in the tenant or the content type')
    else if (![...places.values()].some((place) => place.kind === 'field' && place.field === keyField))
      refuse('keyField', 'NOT_FOUND', 'is the field of no column')
  }
  for (const [column, place] of places) {
    const isIdentity =
      place.kind === 'id' || (place.kind === 'field' && keyField !== undefined && place.field === keyField)
    if (isIdentity && derived.get(column)?.from.kind === 'fixed')
      refuse(
        `derived[${[...derived.keys()].indexOf(column)}].from`,
        'NOT_ALLOWED',
        'is the same in each row and knows no items apart',
      )
  }
  if (mapping.ownership !== undefined) checkOwnership(mapping, { fields, places }, refuse)
  if (places.size === 0) refuse('columns', 'REQUIRED', 'has no column that goes anywhere')
  if (fieldErrors.length > 0) throw invalidRequest(fieldErrors)
  return {
    mapping,
    type,
    defaultVariationId,
    variations: new Map(all.map((each) => [variationTag(each).toLowerCase(), each.variationId])),
    languages: new Map(all.map(({ variationId, languageCode }) => [variationId, languageCode])),
    places,
    ...sourcesIn(mapping, places, derived),
    keyField,
    isByVariation,
    importHosts: [],
  }
}

/** What of the derived columns is used, and which columns the file has to have for all that is. */
function sourcesIn(
  mapping: ImportMapping,
  places: ImportPlan['places'],
  all: ReadonlyMap<string, ImportDerivedColumn>,
): Pick<ImportPlan, 'derived' | 'sources'> {
  const placed = mapping.columns.flatMap(({ column, reading }, index) => {
    const codeColumn = reading?.codeColumn
    return places.has(column)
      ? [
          { place: `columns[${index}].column`, column },
          ...(codeColumn === undefined ? [] : [{ place: `columns[${index}].reading.codeColumn`, column: codeColumn }]),
        ]
      : []
  })
  const named = new Set([...placed.map(({ column }) => column), mapping.joinBy])
  const derived = new Map([...all].filter(([column]) => named.has(column)))
  return {
    derived,
    sources: [
      ...placed.filter(({ column }) => !derived.has(column)),
      ...(mapping.derived ?? []).flatMap(({ column, from }, index) =>
        derived.has(column)
          ? sourcesOf(from).map((source) => ({
              place: `derived[${index}].from.${from.kind === 'part' ? 'column' : from.kind}`,
              column: source,
            }))
          : [],
      ),
    ],
  }
}

function checkOwnership(
  { profileId, keyField, ownership }: ImportMapping,
  { fields, places }: { readonly fields: ReadonlyMap<string, Field>; readonly places: ImportPlan['places'] },
  refuse: (place: string, code: FieldErrorCode, message: string) => void,
): void {
  const { owns = [], whenGone, markField = '' } = ownership ?? {}
  if (profileId === undefined)
    refuse('profileId', 'REQUIRED', 'is required: the imports of a profile tell what its source owns')
  const all = [...places.values()]
  if (keyField === undefined && !all.some(({ kind }) => kind === 'id'))
    refuse('keyField', 'REQUIRED', 'is required: without a key nobody knows which items the source has')
  for (const [index, name] of owns.entries())
    if (!name.startsWith('$') && !fields.has(name))
      refuse(`ownership.owns[${index}]`, 'UNKNOWN_FIELD', 'is not a field of this content type')
  if (whenGone !== 'mark') return
  const mark = fields.get(markField)
  if (mark === undefined || !factsOf(mark.type).isTruthValue)
    refuse('ownership.markField', 'UNKNOWN_FIELD', 'is no field with yes or no of this content type')
  if (all.some((place) => place.kind === 'field' && place.field.technicalName === markField))
    refuse('ownership.markField', 'DUPLICATE', 'is filled by a column, too')
}

function placeOf(
  target: Exclude<ImportColumnTarget, { kind: 'ignored' }> | ImportColumnTarget,
  field: Field | undefined,
  reading: Reading,
): ColumnPlace {
  if (target.kind === 'field' && field !== undefined)
    return {
      kind: 'field',
      field,
      variationId: isShared(field) ? undefined : target.variationId,
      linkedBy: target.linkedBy,
      reading,
    }
  if (target.kind === 'channels') return { kind: 'channels', variationId: target.variationId }
  if (target.kind === 'id' || target.kind === 'name' || target.kind === 'variation') return { kind: target.kind }
  throw new Error('a column that is ignored has no place')
}

/** Any number of columns may have entries of a list. */
const isOfList = (place: ColumnPlace): boolean => place.kind === 'field' && behaviourOf(place.field).room.isList

/** Columns of several currencies fill one field together, also where other columns name these; of those of several units each row has one. */
const partOfField = ({ field, reading }: Extract<ColumnPlace, { kind: 'field' }>): string => {
  const { codePart } = behaviourOf(field)
  return codePart === undefined ? '' : (reading.codeColumn ?? reading[codePart] ?? '')
}

/** A column without a reading of its own is read as mappings were that said it for the whole file. */
const readingOf = (
  { numbers, dates, richTexts: markup }: ImportMapping,
  reading: ImportColumnReading | undefined,
): Reading => reading ?? { numbers, dates, ...(markup && { markup }), isUsual: true }

/** The parts that name a unit, currency or time zone that the field cannot have. */
function wrongParts(field: Field, reading: ImportColumnReading = {}): (keyof ImportColumnReading)[] {
  const { room, settings, codePart } = behaviourOf(field)
  const { timeZone, codeColumn } = reading
  const wrongCodes = (['unit', 'currency'] as const).filter((part) => {
    const code = reading[part]
    return code !== undefined && !room.readingCodes(part, settings).includes(code)
  })
  return [
    ...wrongCodes,
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : (['timeZone'] as const)),
    ...(codeColumn === undefined || codePart !== undefined ? [] : (['codeColumn'] as const)),
  ]
}

/** `unsaid`: the variation of columns that name none. */
function keyOfPlace(place: ColumnPlace, unsaid: string): string {
  if (place.kind === 'field')
    return `field ${place.field.technicalName} ${place.variationId ?? unsaid} ${partOfField(place)}`
  return place.kind === 'channels' ? `channels ${place.variationId ?? unsaid}` : place.kind
}

/** The variation that a file names: `de-DE`, or `de_DE` as shops write it. Keys are tags in small letters. */
export function variationByTag(variations: ReadonlyMap<string, string>, text: string): string | undefined {
  const tag = text.trim().toLowerCase()
  return variations.get(tag) ?? variations.get(tag.replaceAll('_', '-'))
}
