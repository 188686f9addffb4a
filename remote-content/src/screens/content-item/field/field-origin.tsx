import InheritedIcon from '@mui/icons-material/SubdirectoryArrowRight'
import { Button, Stack, Typography } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import type { Field, Variation } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftField } from '../editing/draft-fields.ts'
import type { ItemDraft } from '../editing/item-draft.ts'

interface FieldOriginProps {
  field: Field
  state: DraftField
  draft: ItemDraft
  variation: Variation
  source: Variation | undefined
  isReadOnly: boolean
}

/**
 * Whose value this is, and the ways from there: back to the fallback, or empty where the fallback has something. An
 * empty input alone would not say whether somebody wants it empty or nobody has come to it yet.
 */
export function FieldOrigin({ field, state, draft, variation, source, isReadOnly }: FieldOriginProps) {
  const { t } = useTranslation()
  const name = field.technicalName
  if (field.localizable === false) return <Line>{t('content.field.shared')}</Line>
  if (!variation.fallbackVariationId) return null
  const isEmpty = behaviourOf(field).isEmpty(state.value)
  if (state.isInherited) {
    return (
      <Line icon={<InheritedIcon fontSize="inherit" />}>
        {source
          ? t('content.field.inheritedFrom', { variation: variationCode(source) })
          : t('content.field.willInherit')}
        {!isReadOnly && !isEmpty && <Step onClick={() => draft.edit(name, null)}>{t('content.field.leaveEmpty')}</Step>}
      </Line>
    )
  }
  const hasOwn = state.isEdited || state.sourceVariationId !== null
  if (!hasOwn) return null
  return (
    <Line>
      {isEmpty && t('content.field.emptyOnPurpose')}
      {!isReadOnly && <Step onClick={() => draft.reset(name)}>{t('content.field.reset')}</Step>}
    </Line>
  )
}

function Line({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 0.5, color: 'text.secondary', minHeight: 24 }}
    >
      {icon}
      <Typography variant="caption" component="div">
        {children}
      </Typography>
    </Stack>
  )
}

function Step({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="small" onClick={onClick} sx={{ px: 0.5, py: 0, minWidth: 0, fontSize: 12 }}>
      {children}
    </Button>
  )
}
