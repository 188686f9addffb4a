import { Checkbox, FormControlLabel, FormHelperText, Stack } from '@mui/material'
import type { PlanLinked } from '@pim/contract'
import { maxKeptPlanItems, maxLinkDepth, maxLinkedItems } from '@pim/contract/publish-plan/limits.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

interface LinkedOfferProps {
  linked: PlanLinked
  isTaken: boolean
  /** The plan is made by jobs and kept, with a bound of its own. */
  isKept?: boolean
  disabled?: boolean
  onTake: (isTaken: boolean) => void
}

/** Offers to publish what is linked to and is not live, media first; says how far that goes once it is chosen. */
export function LinkedOffer({ linked, isTaken, isKept = false, disabled = false, onTake }: LinkedOfferProps) {
  const { t, i18n } = useTranslation()
  const hintId = useId()
  const { mediaCount, otherCount, leftOutCount } = linked
  const items = [
    ...(mediaCount > 0 ? [t('kit.plan.linked.media', { count: mediaCount })] : []),
    ...(otherCount > 0 ? [t('kit.plan.linked.others', { count: otherCount })] : []),
  ]
  if (items.length === 0 && !isTaken) return null
  return (
    <Stack>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isTaken}
            disabled={disabled}
            onChange={(_, checked) => onTake(checked)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
        label={t('kit.plan.linked.take', { items: new Intl.ListFormat(i18n.language).format(items) })}
        sx={{ alignItems: 'start', '& .MuiFormControlLabel-label': { typography: 'body2', py: '9px' } }}
      />
      {isTaken && (
        <FormHelperText id={hintId} sx={{ mt: 0, ml: '28px' }}>
          {t('kit.plan.linked.bounds', {
            depth: maxLinkDepth,
            most: new Intl.NumberFormat(i18n.language).format(isKept ? maxKeptPlanItems : maxLinkedItems),
          })}
          {leftOutCount > 0 && ` ${t('kit.plan.linked.leftOut', { count: leftOutCount })}`}
        </FormHelperText>
      )}
    </Stack>
  )
}
