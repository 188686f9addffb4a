import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { PlannedVariation } from '@pim/contract'
import { type DotLook, StateDot } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useChannels } from '../channels.ts'
import { contentItemPath } from '../paths.ts'
import type { PlanWords } from './issue-words.ts'
import { PlanIssueLine } from './plan-issue-line.tsx'
import { PlannedFields } from './planned-fields.tsx'

interface PlannedRowProps {
  row: PlannedVariation
  words: PlanWords
  /** In a plan for many items: which item it is. */
  showsName: boolean
  onLeave?: (() => void) | undefined
  /** Shown below its problems and warnings. */
  children?: ReactNode
}

const looks: Record<PlannedVariation['outcome'] | 'blocked', DotLook> = {
  goesLive: { color: 'success.main', fill: 'full' },
  changes: { color: 'primary.main', fill: 'half' },
  goesAway: { color: 'text.secondary', fill: 'ring' },
  unchanged: { color: 'text.secondary', fill: 'half' },
  blocked: { color: 'error.main', fill: 'ring' },
}

/** One variation of a plan: its outcome, its channels, its fields before and after, its problems and warnings. */
export function PlannedRow({ row, words, showsName, onLeave, children }: PlannedRowProps) {
  const { t } = useTranslation()
  const { blocking, warnings } = row
  return (
    <Stack component="li" sx={{ gap: 1, listStyle: 'none', minWidth: 0 }}>
      <Box sx={{ minWidth: 0 }}>
        {showsName && (
          <MuiLink
            component={Link}
            to={`${contentItemPath(row.contentItemId)}?variation=${row.variationId}`}
            color="textPrimary"
            underline="hover"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere', lineHeight: '24px', display: 'inline-block' }}
            {...(onLeave && { onClick: onLeave })}
          >
            {row.name}
          </MuiLink>
        )}
        <Typography variant="body2" component="div" sx={{ fontWeight: showsName ? undefined : 600 }}>
          <StateDot
            look={looks[blocking.length > 0 ? 'blocked' : row.outcome]}
            label={`${words.variationName(row.variationId)} · ${t(`kit.plan.${keyOf(row)}`)}`}
          />
        </Typography>
        <Channels row={row} />
      </Box>
      {blocking.length + warnings.length > 0 && (
        <Stack component="ul" sx={{ gap: 1, m: 0, p: 0 }}>
          {blocking.map((issue) => (
            <PlanIssueLine key={keyOfIssue(issue)} {...{ row, issue, words, onLeave }} isBlocking />
          ))}
          {warnings.map((issue) => (
            <PlanIssueLine key={keyOfIssue(issue)} {...{ row, issue, words, onLeave }} isBlocking={false} />
          ))}
        </Stack>
      )}
      {children}
      {row.keptFields.length > 0 && (
        <Typography variant="body2">
          {t('kit.plan.keeps', {
            count: row.keptFields.length,
            fields: row.keptFields.map((name) => words.fieldName(row.technicalContentTypeName, name)).join(', '),
          })}
        </Typography>
      )}
      <PlannedFields row={row} words={words} isFolded={showsName || row.step === null} />
    </Stack>
  )
}

const keyOfIssue = ({ code, technicalFieldName = '' }: PlannedVariation['blocking'][number]) =>
  `${code}/${technicalFieldName}`

/** Last part of the string key of an outcome; ends in `ByItself` where the variation only inherits. */
function keyOf({ outcome, step, isAdded, blocking }: PlannedVariation): string {
  if (blocking.length > 0) return 'outcome.blocked'
  if (outcome === 'unchanged') return step === null ? 'outcome.unchanged' : `done.${step}`
  if (step === null) return `outcome.${outcome}ByItself`
  return isAdded ? `outcome.${outcome}Too` : `outcome.${outcome}`
}

/** The channels that a live variation is answered on. */
function Channels({ row: { liveBefore, liveAfter, step, blocking } }: { row: PlannedVariation }) {
  const { t } = useTranslation()
  const { channelNames } = useChannels()
  if (liveAfter === null || step === null || blocking.length > 0) return null
  const name = ({ deliveryTargets, isOnNoChannel }: typeof liveAfter) => {
    if (isOnNoChannel) return t('kit.plan.noChannel')
    return deliveryTargets.length > 0 ? channelNames(deliveryTargets) : t('kit.plan.everyChannel')
  }
  const isMoved = liveBefore !== null && name(liveBefore) !== name(liveAfter)
  const isRenamed = liveBefore !== null && liveBefore.name !== liveAfter.name
  return (
    <Typography variant="caption" color="textSecondary" component="div">
      {isMoved
        ? t('kit.plan.channelsChange', { from: name(liveBefore), to: name(liveAfter) })
        : t('kit.plan.channels', { channels: name(liveAfter) })}
      {isRenamed && (
        <Box component="span" sx={{ display: 'block' }}>
          {t('kit.plan.renamed', { from: liveBefore.name, to: liveAfter.name })}
        </Box>
      )}
    </Typography>
  )
}
