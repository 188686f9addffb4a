import { Alert, Box, Link as MuiLink } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange, FieldError } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { useBulkWords } from './use-bulk-words.ts'

interface ColumnProblemsProps {
  bulkChange: BulkChange
  words: ReturnType<typeof useBulkWords>
  /** Where somebody chooses how a column of the file is read; left out where nobody can. */
  columnPath?: ((column: string) => string) | undefined
}

/** What is wrong in many rows at once: one choice for a column mends all of them. The rows themselves are told below. */
export function ColumnProblems({ bulkChange, words, columnPath }: ColumnProblemsProps) {
  const { bulkChangeId, counts } = bulkChange
  const { t, i18n } = useTranslation()
  const isAsked = counts.problem > 1
  const { data } = useApiQuery(
    'bulkChange.getColumnProblems',
    { params: { bulkChangeId } },
    { failureGoesTo: 'screen', enabled: isAsked },
  )
  const number = new Intl.NumberFormat(i18n.language)
  // What is not there is listed by itself, name by name.
  const isListed = ({ code, params }: FieldError) =>
    counts.missingNames !== undefined && (code === 'UNKNOWN_OPTION' || params?.reason === 'UNKNOWN_CONCEPT')
  const several = data?.problems.filter(({ rowCount, error }) => rowCount > 1 && !isListed(error)) ?? []
  if (!isAsked || several.length === 0) return null
  return (
    <Alert severity="warning" variant="outlined">
      {t('kit.bulk.columnProblems')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {several.map(({ column, error, rowCount }) => {
          const heading = column ?? headingOf(bulkChange, error.technicalFieldName)
          const [link, linkName] = isOfReading(error)
            ? ['kit.bulk.columnChoice', 'kit.bulk.columnChoiceOf']
            : ['kit.bulk.columnShown', 'kit.bulk.columnShownOf']
          return (
            <li key={`${column} ${error.technicalFieldName} ${error.code} ${error.params?.reason}`}>
              {t('kit.bulk.columnProblem', {
                column: heading ?? words.fieldName(null, error.technicalFieldName),
                count: rowCount,
                amount: number.format(rowCount),
                reason: words.reasonOf(null, error),
              })}
              {heading !== undefined && columnPath && (
                <>
                  {' '}
                  <MuiLink component={Link} to={columnPath(heading)} aria-label={t(linkName, { column: heading })}>
                    {t(link)}
                  </MuiLink>
                </>
              )}
            </li>
          )
        })}
      </Box>
    </Alert>
  )
}

/** Whether a choice of how the column is read mends it. */
const isOfReading = ({ params }: FieldError): boolean => /_OPEN$|_NOT_KNOWN$|^NOT_A/.test(String(params?.reason ?? ''))

/** The column of the file that goes to a field, where one alone does. */
function headingOf({ importedFile }: BulkChange, technicalFieldName: string): string | undefined {
  const columns = importedFile?.mapping.columns.filter(
    ({ target }) => target.kind === 'field' && target.technicalFieldName === technicalFieldName,
  )
  return columns?.length === 1 ? columns[0]?.column : undefined
}
