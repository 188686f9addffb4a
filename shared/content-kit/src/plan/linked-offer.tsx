import { Checkbox, FormControlLabel, FormHelperText, Stack } from '@mui/material'
import type { PlanLinked } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** The bounds of the call, as people are told them. */
const bounds = { depth: 5, most: 200 }
/** How many items a plan that is kept has at most. */
const mostKept = 100_000

interface LinkedOfferProps {
  linked: PlanLinked
  isTaken: boolean
  /** Of a plan that is kept. */
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
            ...bounds,
            most: new Intl.NumberFormat(i18n.language).format(isKept ? mostKept : bounds.most),
          })}
          {leftOutCount > 0 && ` ${t('kit.plan.linked.leftOut', { count: leftOutCount })}`}
        </FormHelperText>
      )}
    </Stack>
  )
}
