import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { aroundChanges, MarkedRuns, wordChanges } from '@pim/content-kit/fields'
import type { ConceptFileChange, ConceptFileRow } from '@pim/contract'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
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
      <Table size="small" aria-label={label} sx={{ '& td': { verticalAlign: 'top', overflowWrap: 'anywhere', py: 1 } }}>
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
          {rows.map(({ row, name, code, outcome, changes, problems }) => (
            <TableRow key={row}>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {number.format(row)}
              </TableCell>
              <TableCell sx={{ width: { xs: 96, sm: '30%' } }}>
                <bdi>{name || '–'}</bdi>
                {code !== undefined && code !== '' && (
                  <Typography variant="caption" color="textSecondary" component="div" translate="no">
                    <bdi>{code}</bdi>
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                {outcome !== 'problem' && <div>{t(`taxonomy.file.outcome.${outcome}`)}</div>}
                {changes.map((change) => (
                  <Change key={`${change.part} ${change.language}`} change={change} languageName={languageName} />
                ))}
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

interface ChangeProps {
  change: ConceptFileChange
  languageName: (tag: string) => string
}

/** One text before and after: what is taken out is struck through, what is put in is marked. */
function Change({ change: { part, language, before, after }, languageName }: ChangeProps) {
  const { t } = useTranslation()
  const label = t(`taxonomy.file.part.${part}`)
  const top = part === 'parent' ? t('taxonomy.file.top') : ''
  return (
    <Typography variant="body2" component="div">
      <Typography variant="inherit" component="span" color="textSecondary">
        {language === undefined ? label : t('taxonomy.file.partIn', { part: label, language: languageName(language) })}
        {': '}
      </Typography>
      <Box
        component="bdi"
        {...(language !== undefined && languageAttributes(language))}
        sx={{ whiteSpace: 'pre-wrap' }}
      >
        <MarkedRuns
          runs={runsOf(part, before ?? top, after ?? top)}
          added={t('taxonomy.file.added')}
          removed={t('taxonomy.file.removed')}
        />
      </Box>
    </Typography>
  )
}

/** Codes and places are no sentences: they are shown whole. */
function runsOf(part: ConceptFileChange['part'], before: string, after: string) {
  if (part !== 'code' && part !== 'parent' && part !== 'position') return aroundChanges(wordChanges(before, after))
  return [
    { kind: 'removed' as const, text: before },
    { kind: 'same' as const, text: ' ' },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')
}
