import type { ImportFileProblem } from '@pim/contract'
import { fileReasonKey } from '@pim/contract/import/reason-keys.ts'
import { useTranslation } from 'react-i18next'

type Params = NonNullable<ImportFileProblem['params']>
type Place = { readonly row?: string | number | undefined; readonly column?: string | number | undefined }

/** What can be wrong with a file that items come from, in words: of its whole, of a row, of a cell. */
export function useFileWords() {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const readable = (params: Params) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? number.format(value) : value]),
    )
  const fileReason = ({ code, ...params }: Params & { readonly code: string }): string => {
    return t(fileReasonKey(code), readable(params))
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
