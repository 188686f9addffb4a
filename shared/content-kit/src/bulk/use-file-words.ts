import type { ImportFileProblem } from '@pim/contract'
import { fetchProblems } from '@pim/contract/import/fetch-problem-codes.ts'
import { fileEndings, rowProblems } from '@pim/contract/import/file-problem-codes.ts'
import { useTranslation } from 'react-i18next'

type Params = NonNullable<ImportFileProblem['params']>
type Place = { readonly row?: string | number | undefined; readonly column?: string | number | undefined }

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
  'UNKNOWN_CONCEPT',
  'PICTURE_NOT_STORED',
  'UNKNOWN_FILE',
  'UNKNOWN_VARIATION',
  'UNKNOWN_CHANNEL',
])

/** What can be wrong with a file that items come from, in words: of its whole, of a row, of a cell. */
export function useFileWords() {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const readable = (params: Params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? number.format(value) : value]),
    )
  const fileReason = ({ code, ...params }: Params & { readonly code: string }): string => {
    return t(`kit.file.reason.${told.has(code) ? code : 'other'}`, readable(params))
  }
  const filePlace = (problem: string, { row, column }: Place): string => {
    if (row === undefined) return column === undefined ? problem : t('kit.file.inColumn', { column, problem })
    const values = { row: typeof row === 'number' ? number.format(row) : row, column, problem }
    return t(column === undefined ? 'kit.file.inRow' : 'kit.file.inCell', values)
  }
  /** A sentence with the place. */
  const fileProblemText = ({ code, row, column, params }: Omit<ImportFileProblem, 'message'>): string =>
    filePlace(fileReason({ ...params, code }), { row, column })
  return { fileReason, filePlace, fileProblemText }
}
