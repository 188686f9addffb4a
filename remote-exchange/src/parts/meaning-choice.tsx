import { Autocomplete, Stack, TextField, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { behaviourOf, unitSymbol } from '@pim/field-types'
import { FieldEditor } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'

interface MeaningChoiceProps {
  column: string
  field: Field
  word: string
  /** The word stands beside it already. */
  isWordShown?: boolean
  /** The code of an option, unit or currency, or the id of a concept; undefined: none is chosen. */
  meaning: string | undefined
  onMeaning: (meaning: string | undefined) => void
}

/** Whether cells of the field name concepts, alone or with those above them. */
export const namesConcepts = (field: Field): boolean => behaviourOf(field).room.readingParts.includes('path')

/** A field to choose the option, unit, currency or concept that a word of a file stands for. */
export function MeaningChoice({ column, field, word, isWordShown = false, meaning, onMeaning }: MeaningChoiceProps) {
  const { t, i18n } = useTranslation()
  if (namesConcepts(field)) {
    const { taxonomyIds } = behaviourOf(field).settings as { taxonomyIds?: string[] }
    const concept: Field = {
      technicalName: 'meaning',
      friendlyName: { [i18n.language]: t('exchange.words.means', { word }) },
      type: 'concept',
      settings: taxonomyIds === undefined ? {} : { taxonomyIds },
    }
    return (
      <FieldEditor
        field={concept}
        value={meaning ?? null}
        languageCode={i18n.language}
        onChange={(id) => onMeaning(typeof id === 'string' ? id : undefined)}
      />
    )
  }
  const { room, settings, codePart } = behaviourOf(field)
  const meanings = room.readingWords(settings)
  const codes = codePart === undefined ? meanings.map(({ code }) => code) : room.readingCodes(codePart, settings)
  const labelOf = (code: string) =>
    codePart === 'unit'
      ? `${unitSymbol(code)} · ${code}`
      : inLanguage(meanings.find((option) => option.code === code)?.label, i18n.language, code)
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', flex: 1 }}>
      {!isWordShown && (
        <Typography variant="body2" component="bdi" sx={{ flex: '1 1 120px', maxWidth: 260, overflowWrap: 'anywhere' }}>
          {word}
        </Typography>
      )}
      <Autocomplete
        size="small"
        autoHighlight
        options={[...codes]}
        value={meaning ?? null}
        getOptionLabel={labelOf}
        noOptionsText={t('ui.filter.none')}
        onChange={(_, code) => onMeaning(code ?? undefined)}
        renderInput={(input) => (
          <TextField
            {...input}
            hiddenLabel
            placeholder={t('exchange.words.none')}
            slotProps={{
              ...input.slotProps,
              htmlInput: { ...input.slotProps.htmlInput, 'aria-label': t('exchange.words.of', { word, column }) },
            }}
          />
        )}
        sx={{ flex: '1 1 150px', minWidth: 0, maxWidth: 260 }}
      />
    </Stack>
  )
}
