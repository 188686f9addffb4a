import { Alert, Chip, Stack, Typography } from '@mui/material'
import type { ConceptImportPlan, ConceptRowOutcome } from '@pim/contract'
import { Pagination } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxRowsOfOutcome } from './exchange.api.ts'
import { languageNamer, problemWords } from './problem-words.ts'
import { RehearsalTable } from './rehearsal-table.tsx'
import { outcomes, RowCounts } from './row-counts.tsx'

const smallestPage = 25

/** The result of the rehearsal of a file: counts in a sentence, and a table of its rows. */
export function Rehearsal({ plan }: { plan: ConceptImportPlan }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const languageName = languageNamer(i18n.language)
  const { counts, problems, rows } = plan
  const [shown, setShown] = useState<ConceptRowOutcome | undefined>(counts.problem > 0 ? 'problem' : undefined)
  const [{ pageNumber, pageSize }, setPaging] = useState({ pageNumber: 1, pageSize: 50 })
  const fitting = rows.filter(({ outcome }) => shown === undefined || outcome === shown)
  const isCut = outcomes.some((outcome) => outcome !== 'nothing' && counts[outcome] > maxRowsOfOutcome)
  const changing = counts.create + counts.change + counts.move
  if (problems.length > 0) {
    return (
      <Alert severity="error" variant="outlined">
        <Typography variant="body2">{t('taxonomy.file.notUsable')}</Typography>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.column}`}>{problemWords(t, problem, languageName)}</li>
          ))}
        </ul>
      </Alert>
    )
  }
  const filters = outcomes.filter((outcome) => outcome !== 'nothing' && counts[outcome] > 0)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <div role="status">
        <RowCounts counts={counts} />
        {counts.problem > 0 && <Typography color="error">{t('taxonomy.file.mend')}</Typography>}
        {counts.problem === 0 && changing === 0 && <Typography>{t('taxonomy.file.changesNothing')}</Typography>}
      </div>
      {(plan.ignoredColumns.length > 0 || plan.readAsDefault !== undefined) && (
        <Alert severity="info" variant="outlined">
          {plan.readAsDefault !== undefined && (
            <div>{t('taxonomy.file.readAsDefault', { language: languageName(plan.readAsDefault) })}</div>
          )}
          {plan.ignoredColumns.length > 0 && (
            <div>
              {t('taxonomy.file.ignored', { names: new Intl.ListFormat(i18n.language).format(plan.ignoredColumns) })}
            </div>
          )}
        </Alert>
      )}
      {filters.length > 0 && (
        <>
          <Stack
            direction="row"
            useFlexGap
            role="group"
            aria-label={t('taxonomy.file.show')}
            sx={{ gap: 1, flexWrap: 'wrap' }}
          >
            {[undefined, ...filters].map((outcome) => (
              <Chip
                key={outcome ?? 'all'}
                component="button"
                size="small"
                clickable
                aria-pressed={shown === outcome}
                variant={shown === outcome ? 'filled' : 'outlined'}
                color={outcome === 'problem' ? 'error' : shown === outcome ? 'primary' : 'default'}
                label={t(`taxonomy.file.only.${outcome ?? 'all'}`, {
                  amount: number.format(
                    outcome ? counts[outcome] : filters.reduce((sum, each) => sum + counts[each], 0),
                  ),
                })}
                onClick={() => {
                  setShown(outcome)
                  setPaging({ pageNumber: 1, pageSize })
                }}
              />
            ))}
          </Stack>
          {isCut && (
            <Typography variant="body2" color="textSecondary">
              {t('taxonomy.file.cut', { amount: number.format(maxRowsOfOutcome) })}
            </Typography>
          )}
          <RehearsalTable rows={fitting.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)} />
          {fitting.length > smallestPage && (
            <Pagination pageNumber={pageNumber} pageSize={pageSize} totalCount={fitting.length} onChange={setPaging} />
          )}
        </>
      )}
    </Stack>
  )
}
