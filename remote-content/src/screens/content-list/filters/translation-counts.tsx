import { Box, Link as MuiLink, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { variationCode } from '@pim/content-kit'
import type { TranslationState, Variation } from '@pim/contract'
import { ErrorState, visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { readListState, translationChoices, writeListState } from '../../../parts/item-list/list-state.ts'

interface TranslationCountsProps {
  readonly variations: readonly Variation[]
  readonly onClose: () => void
}

/** Five columns fit into the popover, whose headers may take two lines. */
const narrowCells = {
  '& th, & td': { px: { xs: 0.75, sm: 1 }, height: 36 },
  '& thead th': { minWidth: 56, whiteSpace: 'normal', lineHeight: 1.3, verticalAlign: 'bottom', py: 0.5 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
}

/** How many items are in which state in each language; each figure leads to them. */
export function TranslationCounts({ variations, onClose }: TranslationCountsProps) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useApiQuery('search.getTranslationCounts', {})
  const number = new Intl.NumberFormat(i18n.language)
  const countOf = (variationId: string, state: TranslationState): number =>
    data?.find((each) => each.variationId === variationId && each.state === state)?.count ?? 0
  const addressOf = (variationId: string, state: TranslationState): string => {
    const list = readListState(new URLSearchParams())
    return `/content-items?${writeListState({ ...list, variationId, translation: [state] })}`
  }
  if (error) return <ErrorState title={t('content.translation.countsFailed')} onRetry={() => void refetch()} />
  return (
    <>
      <Table size="small" aria-label={t('content.translation.counts')} aria-busy={!data} sx={narrowCells}>
        <TableHead>
          <TableRow>
            <TableCell>
              <Box component="span" sx={visuallyHidden}>
                {t('content.list.variation')}
              </Box>
            </TableCell>
            {translationChoices.map((state) => (
              <TableCell key={state} align="right">
                {t(`content.translation.state.${state}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {variations
            .filter(({ isDefault }) => !isDefault)
            .map((variation) => (
              <TableRow key={variation.variationId}>
                <TableCell component="th" scope="row" title={variation.friendlyName}>
                  {variationCode(variation)}
                </TableCell>
                {translationChoices.map((state) => {
                  const count = countOf(variation.variationId, state)
                  return (
                    <TableCell key={state} align="right">
                      {count === 0 ? (
                        <Typography component="span" variant="inherit" color="textSecondary">
                          {data ? number.format(0) : '–'}
                        </Typography>
                      ) : (
                        <MuiLink
                          component={Link}
                          to={addressOf(variation.variationId, state)}
                          onClick={onClose}
                          aria-label={t('content.translation.countOf', {
                            amount: number.format(count),
                            variation: variation.friendlyName,
                            state: t(`content.translation.state.${state}`),
                          })}
                        >
                          {number.format(count)}
                        </MuiLink>
                      )}
                    </TableCell>
                  )
                })}
              </TableRow>
            ))}
        </TableBody>
      </Table>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 1.5, py: 1 }}>
        {t('content.translation.countsHint')}
      </Typography>
    </>
  )
}
