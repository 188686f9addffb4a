import { Alert, Box } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import type { useBulkWords } from './use-bulk-words.ts'

interface ColumnProblemsProps {
  bulkChange: BulkChange
  words: ReturnType<typeof useBulkWords>
}

/** What is wrong in many rows at once: one choice for a column mends all of them. The rows themselves are told below. */
export function ColumnProblems({ bulkChange: { bulkChangeId, counts }, words }: ColumnProblemsProps) {
  const { t, i18n } = useTranslation()
  const isAsked = counts.problem > 1
  const { data } = useApiQuery(
    'bulkChange.getColumnProblems',
    { params: { bulkChangeId } },
    { failureGoesTo: 'screen', enabled: isAsked },
  )
  const number = new Intl.NumberFormat(i18n.language)
  const several = data?.problems.filter(({ rowCount }) => rowCount > 1) ?? []
  if (!isAsked || several.length === 0) return null
  return (
    <Alert severity="warning" variant="outlined">
      {t('kit.bulk.columnProblems')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {several.map(({ column, error, rowCount }) => (
          <li key={`${column} ${error.technicalFieldName} ${error.code} ${error.params?.reason}`}>
            {t('kit.bulk.columnProblem', {
              column: column ?? words.fieldName(null, error.technicalFieldName),
              count: rowCount,
              amount: number.format(rowCount),
              reason: words.reasonOf(null, error),
            })}
          </li>
        ))}
      </Box>
    </Alert>
  )
}
