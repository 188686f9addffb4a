import type { Field, FieldError } from '@pim/contract'
import {
  behaviourOf,
  type CodePart,
  factsOf,
  type LeftOut,
  meantBy,
  type Reading,
  type ReadingPart,
  type TextReading,
} from '@pim/field-types'
import { type FileFormat, shownText } from '../../exchange/index.ts'
import { type RichTextReading, readRichText } from './rich-texts.ts'

/** A cell as a text: what a spreadsheet or JSON has as a number is written as one. */
export function textOfCell(cell: unknown, format: FileFormat): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return format === 'csv' ? shownText(cell) : cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

export type ReadCell =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly value: unknown; readonly leftOut?: readonly LeftOut[] }
  /** Things that the cell names otherwise than by their ids. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'problem'; readonly errors: readonly FieldError[] }

const anId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Reads the cell of a field. Texts go through the field type's own reading. What is no text in the file, such as a number of a workbook, is
 * written as this product writes it first, so how texts are written says nothing of it; JSON has values as the API has them, but for numbers whose
 * unit another column names. `beside`: what stands in that column.
 */
export function readCell(field: Field, cell: unknown, format: FileFormat, given: Reading, beside?: string): ReadCell {
  if (cell === undefined) return { kind: 'nothing' }
  if (cell === null) return { kind: 'value', value: null }
  const text = typeof cell === 'object' ? undefined : textOfCell(cell, format)
  if (text !== undefined && text.trim() === '') return { kind: 'nothing' }
  const behaviour = behaviourOf(field)
  const { refersTo, isMarkedUp = false, notRead: reason } = factsOf(field.type)
  if (refersTo !== undefined) {
    const names = namesIn(cell, text, behaviour.room.isList ? 'many' : 'one', given)
    if (names !== undefined && names.length > maxNames) return { kind: 'problem', errors: [tooManyNames(field)] }
    if (names !== undefined) return { kind: 'names', names }
  }
  const reading: Reading = typeof cell === 'string' ? given : { ...given, numbers: 'point' }
  const { value, issues, leftOut, open, wrongCode }: RichTextReading & TextReading =
    isMarkedUp && typeof cell === 'string'
      ? readRichText(behaviour, text ?? cell, reading.markup)
      : text === undefined || (format === 'jsonLines' && beside === undefined)
        ? behaviour.read(cell)
        : beside === undefined
          ? behaviour.readText(text, reading)
          : behaviour.readTextBeside(text, beside, reading)
  if (wrongCode !== undefined)
    return {
      kind: 'problem',
      errors: [notRead(field, wrongCode.text, wrongCodes[wrongCode.part][wrongCode.isOther ? 1 : 0])],
    }
  if (open !== undefined && text !== undefined)
    return { kind: 'problem', errors: [notRead(field, text, openReasons[open])] }
  // What can be read is judged where the item is planned, as any save is; what is too much is not passed on to there.
  const isTooMuch = issues.some(({ code }) => code === 'TOO_LARGE')
  if (issues.length === 0 || (value !== null && !isTooMuch))
    return { kind: 'value', value, ...(leftOut && { leftOut }) }
  // A value of another shape says nothing of the text that it was made of.
  if (text !== undefined && issues.some(({ code }) => code === 'WRONG_TYPE'))
    return { kind: 'problem', errors: [notRead(field, text, reason)] }
  return {
    kind: 'problem',
    errors: issues.map(({ code, message, path, params }) => ({
      technicalFieldName: `${field.technicalName}${path}`,
      code,
      message,
      ...(params !== undefined && { params }),
    })),
  }
}

/** What a reading of a column has to say before such a cell is a value. */
const openReasons: Readonly<Record<ReadingPart, string>> = {
  numbers: 'NUMBERS_OPEN',
  unit: 'UNIT_OPEN',
  currency: 'CURRENCY_OPEN',
  dates: 'DATES_OPEN',
  timeZone: 'TIME_ZONE_OPEN',
  markup: 'MARKUP_OPEN',
  list: 'LIST_OPEN',
  path: 'PATH_OPEN',
  values: 'VALUES_OPEN',
}

/** What the column beside an amount names is nothing that the field can have, or not what the amount itself names. */
const wrongCodes = {
  unit: ['UNIT_NOT_KNOWN', 'TWO_UNITS'],
  currency: ['CURRENCY_NOT_KNOWN', 'TWO_CURRENCIES'],
} as const satisfies Record<CodePart, readonly [string, string]>

const notRead = ({ technicalName, type }: Field, text: string, reason = 'NOT_OF_THIS_TYPE'): FieldError => ({
  technicalFieldName: technicalName,
  code: 'NOT_READ',
  message: `The cell is no value of the type ${type}.`,
  params: { reason, text: text.trim().slice(0, 100).toWellFormed() },
})

/** As many as a field refers to at most: each is looked up. */
const maxNames = 500

const tooManyNames = ({ technicalName }: Field): FieldError => ({
  technicalFieldName: technicalName,
  code: 'TOO_MANY',
  message: `names more than ${maxNames}`,
  params: { max: maxNames },
})

/** Addresses may have commas: there one ends a name where a space or another address follows. */
const betweenAddresses = /\n|,(?=\s|[a-z]+:\/\/)|\s(?=[a-z]+:\/\/)/i

const betweenNames = (text: string, { path = '>' }: Reading): RegExp =>
  text.includes('://') ? betweenAddresses : text.includes(path) ? /[;\n]/ : /[,\n]/

/**
 * Undefined where the cell has ids alone, or nothing that could be a name; words of the file may mean ids. Names stand between commas or on lines of their
 * own; where the cell has paths ("Food > Bread, Cakes"), between semicolons or on lines, as names on a path may have commas.
 */
function namesIn(
  cell: unknown,
  text: string | undefined,
  takes: 'one' | 'many',
  reading: Reading,
): readonly string[] | undefined {
  const given = Array.isArray(cell)
    ? cell
    : takes === 'one'
      ? [text]
      : (text?.split(reading.list ?? betweenNames(text, reading)).flatMap((each) => each.split('\n')) ?? [])
  const names = given.flatMap((each) => {
    const text = typeof each === 'string' ? meantBy(each.trim(), reading) : ''
    const name = reading.path === undefined ? text : meantBy(text.split(reading.path).join('>'), reading)
    return name === '' ? [] : [name]
  })
  const isOfIds = reading.values === undefined && names.every((name) => anId.test(name))
  return names.length === 0 || isOfIds ? undefined : names
}

export const isId = (name: string): boolean => anId.test(name)
