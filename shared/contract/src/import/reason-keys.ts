/* Without zod: keys of the words for what is wrong with a row, for screens and for files of rows to mend. */

import type { FieldError } from '../core/problem.ts'
import { fetchProblems } from './fetch-problem-codes.ts'
import { fileEndings, rowProblems } from './file-problem-codes.ts'

/** What has a sentence of its own; of all else is said that it could not be read. */
const told: ReadonlySet<string> = new Set([
  ...fileEndings,
  ...rowProblems,
  ...fetchProblems,
  'AMBIGUOUS',
  'NOT_AN_ID',
  'NOT_A_TRUTH_VALUE',
  'NOT_AN_INTEGER',
  'NOT_A_NUMBER',
  'NOT_A_MEASUREMENT',
  'NOT_A_PRICE',
  'NOT_A_JSON_VALUE',
  'NOT_OF_THIS_TYPE',
  'NUMBERS_OPEN',
  'UNIT_OPEN',
  'CURRENCY_OPEN',
  'DATES_OPEN',
  'TIME_ZONE_OPEN',
  'UNIT_NOT_KNOWN',
  'CURRENCY_NOT_KNOWN',
  'TWO_UNITS',
  'TWO_CURRENCIES',
  'UNKNOWN_CONCEPT',
  'SEVERAL_CONCEPTS',
  'PICTURE_NOT_STORED',
  'UNKNOWN_FILE',
  'UNKNOWN_VARIATION',
  'UNKNOWN_CHANNEL',
])

export const fileReasonKey = (code: string): string => `kit.file.reason.${told.has(code) ? code : 'other'}`

/** The keys of the words for what is wrong with a value, the best first. `fieldType`: of the field that it is for, if there is one. */
export function reasonKeys(
  { code, params = {} }: Pick<FieldError, 'code' | 'params'>,
  fieldType: string | undefined,
): readonly string[] {
  if (code === 'NOT_READ') return [fileReasonKey(String(params.reason ?? ''))]
  const bare = `shell.fieldError.${code}`
  const keys =
    fieldType === undefined ? [bare] : [`fieldTypes.${fieldType}.error.${code}`, `fieldTypes.error.${code}`, bare]
  // The words of a field type name limits; they are for answers that have them.
  return Object.keys(params).length > 0 ? keys : [bare, ...keys]
}
