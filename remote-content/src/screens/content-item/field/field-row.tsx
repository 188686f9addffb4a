import { Box, Typography } from '@mui/material'
import { languageOfValue } from '@pim/content-kit'
import type { ChangedSource, Field, FieldError, Variation } from '@pim/contract'
import { FieldCell, FieldEditor, FieldPlace, ValueLanguage } from '@pim/field-types/react'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemDraft } from '../editing/item-draft.ts'
import { useDraftField } from '../editing/use-item-draft.ts'
import type { ComparedValue } from '../use-compared.ts'
import { FieldConflict } from './field-conflict.tsx'
import { FieldOrigin } from './field-origin.tsx'
import { SourceChange } from './source-change.tsx'
import { TakenNote } from './taken-note.tsx'

interface FieldRowProps {
  field: Field
  /** Whose field it is, to ask whether a value of it is taken. */
  typeName: string
  draft: ItemDraft
  variation: Variation
  variations: readonly Variation[]
  isReadOnly: boolean
  /** What the server said of this value when it was to be published. */
  publishErrors: readonly FieldError[] | undefined
  /** The value that this one is read beside, and whose it is. */
  compared: ComparedValue | undefined
  /** Change of the source of a text that is out of date, or was so a moment ago. */
  sourceChange: ChangedSource | undefined
  isOutdated: boolean
}

const none: readonly FieldError[] = []

/** One field: its editor, where its value comes from, and what stands in its way. Redrawn only for itself. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, typeName, draft, variation, variations, isReadOnly, publishErrors = none, compared } = props
  const { sourceChange, isOutdated } = props
  const { i18n } = useTranslation()
  const name = field.technicalName
  const state = useDraftField(draft, name)
  const change = useCallback((value: unknown) => draft.edit(name, value), [draft, name])
  const errors = state.errors.length > 0 ? state.errors : publishErrors
  const source = variations.find((each) => each.variationId === state.sourceVariationId)
  const languageOf = (variationId: string) => languageOfValue(field, variationId, variations)
  return (
    <Box
      data-field={name}
      sx={{
        display: 'grid',
        gridTemplateColumns: compared ? { xs: '1fr', md: '1fr 1fr' } : '1fr',
        gap: { xs: 1, md: 3 },
        scrollMarginTop: 16,
        // Rows out of sight are neither laid out nor painted, so that a key press costs the same in an item of 200 fields. What
        // is drawn beyond the box of a row is cut off: the room at the sides is for the focus ring.
        contentVisibility: 'auto',
        containIntrinsicBlockSize: 'auto 84px',
        m: -1,
        p: 1,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <ValueLanguage tag={languageOf(state.isInherited && source ? source.variationId : variation.variationId)}>
          <FieldPlace place={`${draft.store.getState().variation.contentVariationId}/${name}`}>
            <FieldEditor
              field={field}
              value={state.value}
              onChange={change}
              languageCode={i18n.language}
              isReadOnly={isReadOnly}
              isInherited={state.isInherited}
              errors={errors}
            />
          </FieldPlace>
        </ValueLanguage>
        {sourceChange && <SourceChange {...{ field, variations, isOutdated }} change={sourceChange} />}
        <TakenNote field={field} typeName={typeName} state={state} draft={draft} />
        <FieldOrigin
          field={field}
          state={state}
          draft={draft}
          variation={variation}
          source={source}
          isReadOnly={isReadOnly}
        />
        {state.conflict && (
          <FieldConflict
            conflict={state.conflict}
            onSettle={(side) => draft.settle(name, side)}
            show={(value) => (
              <ValueLanguage tag={languageOf(variation.variationId)}>
                <FieldCell field={field} value={value} languageCode={i18n.language} />
              </ValueLanguage>
            )}
          />
        )}
      </Box>
      {compared && (
        <Compared field={field} compared={compared} language={languageOf(compared.variationId)} value={state.value} />
      )}
    </Box>
  )
})

interface ComparedProps {
  field: Field
  compared: ComparedValue
  /** The language tag that it is written in; undefined where the tenant has the variation no more. */
  language: string | undefined
  value: unknown
}

/** What differs is marked, so that the eye finds it in a long column of what does not. */
function Compared({ field, compared, language, value }: ComparedProps) {
  const { t, i18n } = useTranslation()
  const differs = JSON.stringify(compared.value ?? null) !== JSON.stringify(value ?? null)
  return (
    <Box
      sx={{
        minWidth: 0,
        pt: { md: 3 },
        pl: 2,
        borderLeft: differs ? 3 : 1,
        borderColor: differs ? 'warning.main' : 'divider',
        color: 'text.secondary',
      }}
    >
      <Typography variant="caption" component="div">
        {differs ? t('content.compare.differs', { label: compared.label }) : compared.label}
      </Typography>
      <ValueLanguage tag={language}>
        <FieldCell field={field} value={compared.value} languageCode={i18n.language} />
      </ValueLanguage>
    </Box>
  )
}
