import { Autocomplete, Stack, TextField, Typography } from '@mui/material'
import type { Field, ImportColumnReading } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { behaviourOf, unitSymbol } from '@pim/field-types'
import { useTranslation } from 'react-i18next'
import { unknownWords } from './column-readings.ts'

interface WordChoicesProps {
  column: string
  field: Field
  reading: ImportColumnReading
  cells: readonly string[]
  /** What stands in the column that names units or currencies, each once. */
  codes: readonly string[]
  onReading: (reading: ImportColumnReading) => void
}

/** More of them make a long row; those that are chosen make room for others. */
const mostUnknown = 5

/** What the words of the file mean that the field does not know. */
export function WordChoices({ column, field, reading, cells, codes, onReading }: WordChoicesProps) {
  const { t, i18n } = useTranslation()
  const { values = [], ...others } = reading
  const unknown = unknownWords(field, reading, cells, codes)
  const words = [...values.map(({ from }) => from), ...unknown.slice(0, mostUnknown)]
  if (words.length === 0) return null
  const { room, settings, codePart } = behaviourOf(field)
  const meanings = room.readingWords(settings)
  const options = codePart === undefined ? meanings.map(({ code }) => code) : room.readingCodes(codePart, settings)
  const labelOf = (code: string) =>
    codePart === 'unit'
      ? `${unitSymbol(code)} · ${code}`
      : inLanguage(meanings.find((option) => option.code === code)?.label, i18n.language, code)
  const choose = (word: string, code: string | null) => {
    const left = values.filter(({ from }) => from !== word)
    const next = code === null ? left : [...left, { from: word, to: code }]
    onReading({ ...others, ...(next.length > 0 && { values: next }) })
  }
  return (
    <Stack sx={{ gap: 1, mt: 1 }}>
      {unknown.length > 0 && (
        <Typography variant="body2" color="warning.main" role="status">
          {t('exchange.words.unknown', { count: unknown.length })}
        </Typography>
      )}
      {words.map((word) => (
        <Stack key={word} direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography
            variant="body2"
            component="bdi"
            sx={{ flex: '1 1 120px', maxWidth: 260, overflowWrap: 'anywhere' }}
          >
            {word}
          </Typography>
          <Autocomplete
            size="small"
            autoHighlight
            options={[...options]}
            value={values.find(({ from }) => from === word)?.to ?? null}
            getOptionLabel={labelOf}
            noOptionsText={t('ui.filter.none')}
            onChange={(_, code) => choose(word, code)}
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
      ))}
    </Stack>
  )
}
