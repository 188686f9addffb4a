import type { Comparison } from '@pim/field-types'
import { endOfPrefix, keyUse, rangeOfColumn, sortableKey } from '../../../core/sortable-key.ts'
import { conceptsName, fieldName } from '../item-document.ts'
import type { ComparedField, Condition, LackingOfType, RowColumn } from '../list-question.ts'
import { microsecondsOf } from './microseconds.ts'
import { type ReaderFile, rowsOfItem } from './reader-file.ts'
import { allOf, always, anyOf, joined, never, oneOf, raw, type Sql, sql } from './sql.ts'

/** Where the rows of a list stand. */
export interface Place {
  readonly file: ReaderFile
  /** Of working copies and what is live of them, or of what is delivered. */
  readonly table: 'row' | 'live'
  /** Their numbers. Only what is delivered is listed in several. */
  readonly variations: readonly number[]
  readonly isPublished: boolean
}

/** The number of the only variation of a place. */
export const onlyOf = ({ variations: [variation = 0] }: Place): number => variation

/** A condition in two forms. */
export interface Compiled {
  /** Tests a row `v`. */
  readonly test: Sql
  /** Selects the numbers of rows that match, each once, by an index, wherever these stand; undefined: no index can. */
  readonly find?: Sql | undefined
  /** Whether what it finds need not be tested. */
  readonly isExact?: boolean
  /** Selects the numbers of rows that do not match, where that is what an index can do. */
  readonly excluded?: Sql | undefined
}

/** Bit of a key's scope. */
export const scopeOf = ({ isPublished }: Place): number => (isPublished ? 2 : 1)

const columns: Readonly<Record<RowColumn, string>> = {
  modifiedAt: 'modified_at',
  modifiedBy: 'modified_by',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  mimeType: 'mime_type',
}

export function compiled(place: Place, condition: Condition): Compiled {
  switch (condition.is) {
    case 'between': {
      const column = raw(columns[condition.column])
      const [from, to] = [condition.from, condition.to].map((bound) =>
        condition.column === 'modifiedAt' && typeof bound === 'string' ? microsecondsOf(bound) : bound,
      )
      const test = (row: string) =>
        allOf([
          ...(from === null || from === undefined ? [] : [sql`${raw(row)}${column} >= ${from}`]),
          ...(to === null || to === undefined ? [] : [sql`${raw(row)}${column} <= ${to}`]),
        ])
      return { test: test('v.'), find: rowsWhere(place, test('')), isExact: true }
    }
    case 'one of': {
      const of = condition.column === 'mimeType' ? 'mime type' : 'person'
      const numbers = condition.values.flatMap((value) => place.file.code(of, value) ?? [])
      const test = (row: string) => sql`${raw(row + columns[condition.column])} in ${oneOf(numbers)}`
      return { test: test('v.'), find: of === 'person' ? rowsWhere(place, test('')) : undefined, isExact: true }
    }
    case 'unlike live':
      return condition.differs
        ? { test: raw('v.differs'), find: rowsWhere(place, raw('differs')), isExact: true }
        : { test: raw('not v.differs') }
    case 'for channels':
      return { test: goesTo(condition.channels) }
    case 'lacking':
      return { test: lacks(place, condition.channel, condition.types) }
    case 'with concept':
      return ofKeys(place, [keyIsOneOf(place, conceptsName, condition.conceptIds)])
    case 'with key':
      return ofKeys(
        place,
        [...Map.groupBy(condition.keys, ({ of }) => of)].map(([of, keys]) =>
          keyIsOneOf(
            place,
            of,
            keys.map(({ key }) => key),
          ),
        ),
      )
    case 'field': {
      const found = condition.fields.map((field) => comparedField(place, field))
      const isNegated = condition.fields[0]?.comparison.negated === true
      const all = either(found)
      return isNegated ? { test: sql`not ${all.test}`, excluded: all.isExact ? all.find : undefined } : all
    }
    case 'with words':
      return withWords(place, condition.words)
    case 'any of':
      return either(condition.conditions.map((each) => compiled(place, each)))
    case 'all of':
      return both(condition.conditions.map((each) => compiled(place, each)))
  }
}

function either(conditions: readonly Compiled[]): Compiled {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const finds = conditions.flatMap(({ find }) => find ?? [])
  return {
    test: anyOf(conditions.map(({ test }) => test)),
    find:
      conditions.length === 0
        ? raw('select 0 as r where 0')
        : finds.length === conditions.length
          ? joined(
              finds.map((find) => sql`select r from (${find})`),
              ' union ',
            )
          : undefined,
    isExact: conditions.every(({ isExact }) => isExact),
  }
}

function both(conditions: readonly Compiled[]): Compiled {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  const finds = conditions.flatMap(({ find }) => find ?? [])
  return {
    test: allOf(conditions.map(({ test }) => test)),
    find:
      finds.length === 0
        ? undefined
        : joined(
            finds.map((find) => sql`select r from (${find})`),
            ' intersect ',
          ),
    isExact: finds.length === conditions.length && conditions.every(({ isExact }) => isExact),
  }
}

/** By an index of rows; places are few. */
const rowsWhere = (place: Place, test: Sql): Sql =>
  sql`select r from row where variation = ${onlyOf(place)} and place in (0, 1, 2, 3) and ${test}`

const goesTo = (channels: readonly string[]): Sql =>
  anyOf([raw('v.channels is null'), ...channels.map((channel) => sql`instr(v.channels, ${`,${channel},`})`)])

function lacks({ file }: Place, channel: string, types: readonly LackingOfType[]): Sql {
  const ofTypes = types.flatMap(({ contentTypeId, fields, from, to }) => {
    const type = file.code('type', contentTypeId)
    if (type === undefined) return []
    const count = joined([raw('0'), ...fields.map((field) => sql`(instr(v.missing, ${`,${field},`}) > 0)`)], ' + ')
    const some = sql`v.missing is not null and (${count}) between ${from} and ${to}`
    return [sql`(v.type = ${type} and (${from === 0 ? sql`v.missing is null or ${some}` : some}))`]
  })
  return allOf([goesTo([channel]), anyOf(ofTypes)])
}

/** Keys `k` of one field that meet something. */
interface Keys {
  /** Undefined: no key of this name was ever written. */
  readonly field: number | undefined
  readonly key: Sql
  readonly isOne: boolean
}

const keyIs = ({ file }: Place, of: string, key: Sql, isOne = true): Keys => ({
  field: file.code('field', of),
  key: sql`k.key ${key}`,
  isOne,
})

/** A concept may have thousands below it: as one value, however many there are. */
const keyIsOneOf = (place: Place, of: string, keys: readonly string[]): Keys =>
  keys.length === 1
    ? keyIs(place, of, sql`= ${keys[0] ?? ''}`)
    : keyIs(place, of, sql`in (select value from json_each(${JSON.stringify(keys)}))`, false)

/** Rows of items that have one of the keys in the variation of the row. */
function ofKeys(place: Place, keys: readonly Keys[]): Compiled {
  const there = keys.flatMap(({ field, key, isOne }) => (field === undefined ? [] : [{ field, key, isOne }]))
  if (there.length === 0) return { test: never, find: raw('select 0 as r where 0') }
  const isFound = (key: Sql) => sql`k.use <> ${keyUse.sort} and ${key}`
  return {
    test: anyOf(there.map(({ field, key, isOne }) => hasKey(place, field, isFound(key), isOne))),
    find: joined(
      there.map(({ field, key }) => rowsWithKey(place, field, isFound(key))),
      ' union ',
    ),
    isExact: true,
  }
}

const inItem = raw(`k.n = v.r / ${rowsOfItem}`)

/** Whether a row `v` has such a key: by the item, whose keys of a field are few; one key of one field is a look-up. */
function hasKey(place: Place, field: number, key: Sql, isOne: boolean): Sql {
  const variation = place.variations.length === 1 ? sql`${onlyOf(place)}` : raw('v.variation')
  return sql`exists (select 1 from key k ${raw(isOne ? '' : 'indexed by key_of_item')} where ${inItem} and k.field = ${field}
    and k.variation in (0, ${variation}) and k.scope & ${scopeOf(place)} and ${key})`
}

/** Selects the numbers of rows that have such a key, each once. */
function rowsWithKey(place: Place, field: number, key: Sql): Sql {
  const { variations } = place
  const inPlace = sql`k.field = ${field} and k.variation in ${oneOf([0, ...variations])} and k.scope & ${scopeOf(place)} and ${key}`
  if (variations.length === 1)
    return sql`select distinct k.n * ${raw(String(rowsOfItem))} + ${onlyOf(place)} as r from key k where ${inPlace}`
  return sql`select distinct v.r from key k cross join ${raw(place.table)} v
    on v.r >= k.n * ${raw(String(rowsOfItem))} and v.r < (k.n + 1) * ${raw(String(rowsOfItem))} and k.variation in (0, v.variation)
    where ${inPlace}`
}

function comparedField(place: Place, { contentTypeId, technicalFieldName, comparison }: ComparedField): Compiled {
  const of = fieldName(contentTypeId, technicalFieldName, comparison.qualifier ?? '')
  return both(keysOf(comparison).map(({ key, isOne }) => ofComparison(place, of, key, isOne, comparison)))
}

function ofComparison(place: Place, of: string, key: Sql, isOne: boolean, { operator }: Comparison): Compiled {
  if (operator !== 'exists') return ofKeys(place, [keyIs(place, of, key, isOne)])
  const field = place.file.code('field', of)
  if (field === undefined) return { test: never, find: raw('select 0 as r where 0') }
  // A field that can be ordered has a key for that, all others have some key.
  return {
    test: hasKey(place, field, always, false),
    find: rowsWithKey(place, field, always),
    isExact: true,
  }
}

/** Comparisons of `k.key`; for each of them the row needs a key that meets it. */
function keysOf({ column, operator, values }: Comparison): { readonly key: Sql; readonly isOne: boolean }[] {
  const range = rangeOfColumn(column)
  const keys = values.map((value) => sortableKey(column, value))
  const [low = '', high = ''] = keys
  const between = (from: Sql, to: Sql) => [{ key: sql`${from} and k.key ${to}`, isOne: false }]
  const [start, end] = [sql`>= ${range.from}`, sql`< ${range.to}`]
  switch (operator) {
    case 'eq':
    case 'in':
      return keys.length === 1
        ? [{ key: sql`= ${low}`, isOne: true }]
        : [{ key: sql`in (select value from json_each(${JSON.stringify(keys)}))`, isOne: false }]
    case 'all':
      return keys.map((key) => ({ key: sql`= ${key}`, isOne: true }))
    case 'gt':
      return between(sql`> ${low}`, end)
    case 'gte':
      return between(sql`>= ${low}`, end)
    case 'lt':
      return between(start, sql`< ${low}`)
    case 'lte':
      return between(start, sql`<= ${low}`)
    case 'between':
      return between(sql`>= ${low}`, sql`<= ${values.length > 1 ? high : low}`)
    case 'startsWith':
      return between(sql`>= ${low}`, sql`< ${endOfPrefix(low) ?? range.to}`)
    case 'contains':
      return [
        {
          key: sql`>= ${range.from} and k.key < ${range.to} and instr(substr(k.key, 2), ${values[0] ?? ''}) > 0`,
          isOne: false,
        },
      ]
    case 'exists':
      return [{ key: raw(''), isOne: false }]
  }
}

/** The number of the document of a row: that of what is live is another where it has other words. */
export const documentOf = ({ isPublished }: Place): Sql =>
  raw(isPublished ? '2 * v.r + (v.live_words is not null)' : '2 * v.r')

/** Selects the numbers of documents that have the words. */
export function documentsWith(place: Place, words: string): Sql | undefined {
  const table = place.file.wordsOf(onlyOf(place))
  return table === undefined || words === ''
    ? undefined
    : sql`select rowid as doc from ${raw(table)} where ${raw(table)} match ${words}`
}

function withWords(place: Place, words: string): Compiled {
  const documents = documentsWith(place, words)
  if (documents === undefined) return { test: never, find: raw('select 0 as r where 0') }
  return {
    test: sql`${documentOf(place)} in (${documents})`,
    find: place.isPublished
      ? sql`select doc / 2 as r from (${documents}) d join row w on w.r = d.doc / 2 and (w.live_words is not null) = d.doc % 2`
      : sql`select doc / 2 as r from (${documents}) where doc % 2 = 0`,
    isExact: true,
  }
}
