import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import type { Plan, PlanResolve } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanWords } from './issue-words.ts'

/** A way out of a blocked plan: a value of `resolve`, or `allowBrokenLinks`, which the call takes as a flag. */
export type PlanChoice = PlanResolve | 'allowBrokenLinks'

interface PlanChoicesProps {
  choices: readonly OfferedChoice[]
  chosen: PlanChoice | undefined
  onChoose: (choice: PlanChoice) => void
}

export interface OfferedChoice {
  readonly choice: PlanChoice
  readonly label: string
}

/** The ways out of what blocks a plan, as sentences; the plan is shown again with the chosen one before it is done. */
export function PlanChoices({ choices, chosen, onChoose }: PlanChoicesProps) {
  const { t } = useTranslation()
  const labelId = useId()
  if (choices.length === 0) return null
  return (
    <FormControl>
      <FormLabel
        id={labelId}
        sx={{ color: 'text.primary', typography: 'body2', fontWeight: 600, '&.Mui-focused': { color: 'text.primary' } }}
      >
        {t('kit.plan.ways')}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={chosen ?? ''}
        onChange={(_, value) => {
          const found = choices.find(({ choice }) => choice === value)
          if (found) onChoose(found.choice)
        }}
      >
        {choices.map(({ choice, label }) => (
          <FormControlLabel
            key={choice}
            value={choice}
            control={<Radio size="small" />}
            label={label}
            sx={{ alignItems: 'start', '& .MuiFormControlLabel-label': { typography: 'body2', py: '9px' } }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** Labels of the ways out of a blocked plan. */
export function usePlanChoices(words: PlanWords) {
  const { t, i18n } = useTranslation()
  return (plan: Plan): OfferedChoice[] => {
    const blocking = plan.items.flatMap((row) => row.blocking.map((issue) => ({ row, issue })))
    const namesOf = (ids: readonly (string | undefined)[]) =>
      new Intl.ListFormat(i18n.language).format([...new Set(ids)].map((id) => words.variationName(id)))
    const notLive = blocking.filter(({ issue }) => issue.code === 'NOT_LIVE')
    const needed = blocking.filter(({ issue }) => issue.code === 'STILL_NEEDED')
    const linked = blocking.filter(({ issue }) => issue.code === 'STILL_LINKED')
    const inheriting = namesOf(needed.map(({ row }) => row.variationId))
    const count = new Set(needed.map(({ row }) => row.contentVariationId)).size
    return [
      ...(notLive.length > 0
        ? [
            {
              choice: 'publishAncestors' as const,
              label: t('kit.plan.way.publishAncestors', {
                variations: namesOf(notLive.map(({ issue }) => issue.sourceVariationId)),
              }),
            },
          ]
        : []),
      ...(needed.length > 0
        ? [
            {
              choice: 'keepValues' as const,
              label: t('kit.plan.way.keepValues', { variations: inheriting, count }),
            },
            {
              choice: 'unpublishInheriting' as const,
              label: t('kit.plan.way.unpublishInheriting', { variations: inheriting, count }),
            },
          ]
        : []),
      ...(linked.length > 0
        ? [
            {
              choice: 'allowBrokenLinks' as const,
              label: t('kit.plan.way.allowBrokenLinks', {
                count: linked.reduce((sum, { issue }) => sum + (issue.itemCount ?? 0), 0),
              }),
            },
          ]
        : []),
    ]
  }
}
