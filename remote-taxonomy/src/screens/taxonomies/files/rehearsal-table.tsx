import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import type { ConceptFileRow } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { languageNamer, problemWords } from './problem-words.ts'

/** Rows of a file of concepts: where they are, which concept, and what would become of it or what is in the way. */
export function RehearsalTable({ rows }: { rows: readonly ConceptFileRow[] }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const languageName = languageNamer(i18n.language)
  const label = t('taxonomy.file.rows')
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, flex: 'none' }}
    >
      <Table size="small" aria-label={label} sx={{ '& td': { verticalAlign: 'top', overflowWrap: 'anywhere' } }}>
        <TableHead>
          <TableRow>
            <TableCell align="right" sx={{ width: 64 }}>
              {t('taxonomy.file.column.row')}
            </TableCell>
            <TableCell>{t('taxonomy.file.column.concept')}</TableCell>
            <TableCell>{t('taxonomy.file.column.outcome')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ row, name, code, outcome, changed, problems }) => (
            <TableRow key={row}>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {number.format(row)}
              </TableCell>
              <TableCell sx={{ width: '40%' }}>
                <bdi>{name || '–'}</bdi>
                {code !== undefined && code !== '' && (
                  <Typography variant="caption" color="textSecondary" component="div" translate="no">
                    <bdi>{code}</bdi>
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                {outcome !== 'problem' && <div>{t(`taxonomy.file.outcome.${outcome}`)}</div>}
                {changed.length > 0 && outcome !== 'problem' && (
                  <Typography variant="body2" color="textSecondary">
                    {new Intl.ListFormat(i18n.language).format(changed.map((part) => t(`taxonomy.file.part.${part}`)))}
                  </Typography>
                )}
                {problems.map((problem) => (
                  <Typography key={`${problem.code} ${problem.column}`} variant="body2" color="error">
                    {problemWords(t, problem, languageName)}
                  </Typography>
                ))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
