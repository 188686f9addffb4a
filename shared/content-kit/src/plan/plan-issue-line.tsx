import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import WarningIcon from '@mui/icons-material/WarningAmber'
import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { PlanIssue, PlannedVariation } from '@pim/contract'
import { visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { contentItemPath } from '../paths.ts'
import type { PlanWords } from './issue-words.ts'

interface PlanIssueLineProps {
  row: PlannedVariation
  issue: PlanIssue
  isBlocking: boolean
  words: PlanWords
  /** Called when somebody follows a link, so that a dialog gives the screen free. */
  onLeave?: (() => void) | undefined
}

const itemsLinked = 5

/** Where a field of a variation is written; the item's screen goes there. */
const fieldAddress = (contentItemId: string, variationId: string, field: string): string =>
  `${contentItemPath(contentItemId)}?variation=${variationId}&field=${encodeURIComponent(field)}`

/** One thing that blocks, or that one should know: in a sentence, with the way to where it can be mended. */
export function PlanIssueLine({ row, issue, isBlocking, words, onLeave }: PlanIssueLineProps) {
  const { t } = useTranslation()
  const { technicalFieldName, items = [], itemCount = 0, code, sourceVariationId } = issue
  const Icon = isBlocking ? ErrorIcon : WarningIcon
  const place = technicalFieldName?.split(/[.[]/)[0]
  const jumpTo = (variationId: string) => ({
    variationId,
    label: t('kit.plan.goTo', {
      field: words.fieldName(row.technicalContentTypeName, place ?? ''),
      variation: words.variationName(variationId),
    }),
  })
  // A value that is inherited can be written in the variation that lacks it, or looked at where it comes from.
  const jumps = [
    jumpTo(row.variationId),
    ...(code === 'NOT_LIVE' && sourceVariationId ? [jumpTo(sourceVariationId)] : []),
  ]
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, listStyle: 'none' }}>
      <Icon fontSize="small" color={isBlocking ? 'error' : 'warning'} aria-hidden sx={{ mt: '2px' }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" component="div">
          <Box component="span" sx={visuallyHidden}>
            {t(isBlocking ? 'kit.plan.blocks' : 'kit.plan.warns')}{' '}
          </Box>
          {words.issueText(row, issue)}{' '}
          {place &&
            jumps.map(({ variationId, label }) => (
              <MuiLink
                key={variationId}
                component={Link}
                to={fieldAddress(row.contentItemId, variationId, place)}
                variant="body2"
                underline="always"
                sx={{ mr: 1.5, whiteSpace: 'nowrap' }}
                {...(onLeave && { onClick: onLeave })}
              >
                {label}
              </MuiLink>
            ))}
        </Typography>
        {items.slice(0, itemsLinked).map(({ contentItemId, name }) => (
          <Typography key={contentItemId} variant="body2" component="div" noWrap>
            <MuiLink
              component={Link}
              to={contentItemPath(contentItemId)}
              {...(onLeave && { onClick: onLeave })}
              sx={{ display: 'inline-block', lineHeight: '24px' }}
            >
              {name}
            </MuiLink>
          </Typography>
        ))}
        {itemCount > itemsLinked && items.length > 0 && (
          <Typography variant="caption" color="textSecondary" component="div">
            {t('kit.plan.andMore', { count: itemCount - Math.min(itemsLinked, items.length) })}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}
