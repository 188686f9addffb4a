import CallSplitIcon from '@mui/icons-material/SubdirectoryArrowRight'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import type { Field, FieldError, Variation } from '@pim/contract'
import { FieldCell, FieldEditor } from '@pim/field-types/react'
import { variationCode } from '@pim/shell'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftField } from './editing/draft-fields.ts'
import type { ItemDraft } from './editing/item-draft.ts'
import { useDraftField } from './editing/use-item-draft.ts'

interface FieldRowProps {
  field: Field
  draft: ItemDraft
  variation: Variation
  variations: readonly Variation[]
  isReadOnly: boolean
  /** What the server said of the field when it was to be published. */
  publishErrors: readonly FieldError[] | undefined
  /** The value of the variation that this one is compared with. */
  compared: { value: unknown; variation: Variation } | undefined
}

const none: readonly FieldError[] = []

/** One field: its editor, where its value comes from, and what stands in its way. Redrawn only for itself. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, draft, variation, variations, isReadOnly, publishErrors = none, compared } = props
  const { i18n } = useTranslation()
  const name = field.technicalName
  const state = useDraftField(draft, name)
  const change = useCallback((value: unknown) => draft.edit(name, value), [draft, name])
  const source = variations.find((each) => each.variationId === state.sourceVariationId)
  const errors = state.errors.length > 0 ? state.errors : state.isEdited ? none : publishErrors
  return (
    <Box
      data-field={name}
      sx={{
        display: 'grid',
        gridTemplateColumns: compared ? { xs: '1fr', md: '1fr 1fr' } : '1fr',
        gap: { xs: 1, md: 3 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <FieldEditor
          field={field}
          value={state.value}
          onChange={change}
          languageCode={i18n.language}
          isReadOnly={isReadOnly}
          isInherited={state.isInherited}
          errors={errors}
        />
        <Origin
          field={field}
          state={state}
          draft={draft}
          variation={variation}
          source={source}
          isReadOnly={isReadOnly}
        />
        {state.conflict && <Conflict field={field} state={state} draft={draft} />}
      </Box>
      {compared && (
        <Box
          sx={{
            minWidth: 0,
            pt: 3,
            color: 'text.secondary',
            borderLeft: { md: 1 },
            borderColor: { md: 'divider' },
            pl: { md: 2 },
          }}
        >
          <Typography variant="caption" component="div">
            {variationCode(compared.variation)}
          </Typography>
          <FieldCell field={field} value={compared.value} languageCode={i18n.language} />
        </Box>
      )}
    </Box>
  )
})

interface OriginProps {
  field: Field
  state: DraftField
  draft: ItemDraft
  variation: Variation
  source: Variation | undefined
  isReadOnly: boolean
}

/** Whose value this is, and the way back to the fallback. */
function Origin({ field, state, draft, variation, source, isReadOnly }: OriginProps) {
  const { t } = useTranslation()
  if (field.localizable === false) {
    return (
      <Typography variant="caption" color="textSecondary">
        {t('content.field.shared')}
      </Typography>
    )
  }
  if (state.isInherited) {
    return (
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
        <CallSplitIcon fontSize="inherit" />
        <Typography variant="caption">
          {source
            ? t('content.field.inheritedFrom', { variation: variationCode(source) })
            : t('content.field.willInherit')}
        </Typography>
      </Stack>
    )
  }
  const hasOwn = state.isEdited || state.sourceVariationId !== null
  if (!hasOwn || !variation.fallbackVariationId || isReadOnly) return null
  return (
    <Button size="small" onClick={() => draft.reset(field.technicalName)} sx={{ px: 0.5, minWidth: 0 }}>
      {t('content.field.reset')}
    </Button>
  )
}

function Conflict({ field, state, draft }: { field: Field; state: DraftField; draft: ItemDraft }) {
  const { t, i18n } = useTranslation()
  const { conflict } = state
  if (!conflict) return null
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('content.conflict.title')}
      </Typography>
      <Typography variant="caption" component="div" sx={{ mt: 1 }}>
        {t('content.conflict.theirs')}
      </Typography>
      <FieldCell field={field} value={conflict.theirs} languageCode={i18n.language} />
      <Stack direction="row" useFlexGap sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button size="small" variant="contained" onClick={() => draft.settle(field.technicalName, 'mine')}>
          {t('content.conflict.keepMine')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => draft.settle(field.technicalName, 'theirs')}>
          {t('content.conflict.takeTheirs')}
        </Button>
      </Stack>
    </Alert>
  )
}
