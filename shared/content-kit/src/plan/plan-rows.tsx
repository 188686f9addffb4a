import { Button, Stack, Typography } from '@mui/material'
import type { Plan, PlannedVariation } from '@pim/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanWords } from './issue-words.ts'
import { PlannedRow } from './planned-row.tsx'

interface PlanRowsProps {
  plan: Plan
  words: PlanWords
  onLeave?: (() => void) | undefined
  /** The choices of `PlanChoices`, shown below the blocked rows. */
  ways?: ReactNode
  /** Goes on without what is blocked, where there is anything else. */
  leaveOut?: { count: number; run: () => void } | undefined
  /** The rows are one page of the plan, so only what the whole plan counts is counted. */
  isPaged?: boolean
}

const shownAtFirst = 10
const outcomes = ['goesLive', 'changes', 'goesAway', 'unchanged'] as const

/** The variations of a plan: what is blocked first, then what one should know, then the others. */
export function PlanRows({ plan, words, onLeave, ways, leaveOut, isPaged = false }: PlanRowsProps) {
  const { t, i18n } = useTranslation()
  const { items } = plan
  const isOfMany = isPaged || plan.itemCount > 1
  const blocked = items.filter(({ blocking }) => blocking.length > 0)
  const warned = items.filter(({ blocking, warnings }) => blocking.length === 0 && warnings.length > 0)
  const others = items.filter(({ blocking, warnings }) => blocking.length + warnings.length === 0)
  const counted = outcomes.filter((outcome) => plan.outcomes[outcome] > 0)
  const rows = { words, onLeave, showsName: isOfMany }
  const leavingOut = leaveOut && (
    <Button variant="outlined" size="small" onClick={leaveOut.run} sx={{ alignSelf: 'start' }}>
      {t('kit.plan.leaveOut', { count: leaveOut.count })}
    </Button>
  )
  return (
    <Stack sx={{ gap: 2 }}>
      {plan.paging.totalCount > 1 && plan.canExecute && (
        <Typography variant="body2">
          {new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
            counted.map((outcome) => t(`kit.plan.count.${outcome}`, { count: plan.outcomes[outcome] })),
          )}
        </Typography>
      )}
      {items.length === 0 && <Typography variant="body2">{t('kit.plan.nothing')}</Typography>}
      {isOfMany ? (
        <>
          {ways}
          {leavingOut}
          <Group title={t('kit.plan.group.blocked', { count: plan.blockedCount })} items={blocked} {...rows} />
          <Group
            title={t('kit.plan.group.warned', { count: isPaged ? plan.warnedCount : warned.length })}
            items={warned}
            {...rows}
          />
          <Group
            title={t(isPaged ? 'kit.plan.group.othersHere' : 'kit.plan.group.others', { count: others.length })}
            items={others}
            {...rows}
          />
        </>
      ) : (
        <>
          <Group items={blocked} {...rows} />
          {ways}
          {leavingOut}
          <Group items={[...ownFirst(warned), ...ownFirst(others)]} {...rows} />
        </>
      )}
      {!isPaged && plan.paging.totalCount > items.length && (
        <Typography variant="body2" color="textSecondary">
          {t('kit.plan.andMore', { count: plan.paging.totalCount - items.length })}
        </Typography>
      )}
    </Stack>
  )
}

/** Rows with a step of their own first, then the rows that inherit from them. */
const ownFirst = (rows: readonly PlannedVariation[]): PlannedVariation[] =>
  rows.toSorted((a, b) => Number(a.step === null) - Number(b.step === null))

interface GroupProps {
  title?: string
  items: readonly PlannedVariation[]
  words: PlanWords
  showsName: boolean
  onLeave?: (() => void) | undefined
}

function Group({ title, items, ...row }: GroupProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0) return null
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  return (
    <Stack component="section" sx={{ gap: 1.5 }}>
      {title && (
        <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
      )}
      <Stack component="ul" sx={{ gap: 2, m: 0, p: 0 }}>
        {shown.map((each) => (
          <PlannedRow key={each.contentVariationId} row={each} {...row} />
        ))}
      </Stack>
      {shown.length < items.length && (
        <Button size="small" onClick={() => setWhole(true)} sx={{ alignSelf: 'start' }}>
          {t('kit.plan.showAll', { count: items.length })}
        </Button>
      )}
    </Stack>
  )
}
