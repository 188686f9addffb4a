import type { ConceptFileProblem } from '@pim/contract'
import type { TFunction } from 'i18next'

/** Codes of the server's file reader that have words of their own here; any other gets general words. */
const reasons: ReadonlySet<string> = new Set([
  'EMPTY_FILE',
  'FORMAT_NOT_READ',
  'NOT_A_TABLE',
  'DAMAGED_TEXT',
  'QUOTE_NOT_CLOSED',
  'QUOTE_INSIDE',
  'ROW_TOO_LONG',
  'TOO_MANY_ROWS',
  'TOO_MUCH_CPU',
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'BUDGET_SPENT',
  'READING_BROKE_OFF',
  'TOO_MANY_COLUMNS',
  'COLUMN_WITHOUT_NAME',
  'DUPLICATE_COLUMN',
  'TOO_MANY_CELLS',
  'TOO_FEW_CELLS',
  'NOT_TEXT',
  'NOT_TURTLE',
  'NOT_JSON_LD',
  'REMOTE_CONTEXT',
  'TOO_LARGE',
  'NO_CONCEPTS',
])

/** The words of the screen for what is wrong with a file or a row of it, with the column where it is about one. */
export function problemWords(
  t: TFunction,
  { code, column, params = {} }: ConceptFileProblem,
  languageName: (tag: string) => string,
): string {
  const { reason, language, ...rest } = params
  const values = { ...rest, ...(language !== undefined && { language: languageName(String(language)) }) }
  const words =
    (code === 'UNREADABLE' || code === 'ROW_SPOILT') && reasons.has(String(reason))
      ? t(`taxonomy.file.reason.${reason}`, values)
      : t(`taxonomy.file.problem.${code}`, values)
  const place =
    code === 'UNREADABLE' && params.row !== undefined
      ? t('taxonomy.file.inRow', { row: params.row, problem: words })
      : words
  return column === undefined ? place : t('taxonomy.file.inColumn', { column, problem: place })
}

/** The name of a language as the reader calls it; the tag where no standard knows it. */
export function languageNamer(language: string): (tag: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (tag) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  }
}
