import { Autocomplete, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import type { Field, ImportColumnReading } from '@pim/contract'
import { behaviourOf, type ReadingPart, unitSymbol } from '@pim/field-types'
import { FieldCell } from '@pim/field-types/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenQuestion } from './column-readings.ts'
import { WordChoices } from './word-choices.tsx'

interface ReadingChoicesProps {
  column: string
  field: Field
  reading: ImportColumnReading
  cells: readonly string[]
  /** Words that do not stand in the cells alone: see `unknownWords`. */
  named: readonly string[]
  /** The columns that may name units or currencies. */
  codeColumns: readonly string[]
  questions: readonly OpenQuestion[]
  /** All options or concepts that are not there are made. */
  areMade: boolean
  onReading: (reading: ImportColumnReading) => void
}

const values = {
  numbers: ['point', 'comma'],
  dates: ['iso', 'dayFirst', 'monthFirst'],
  markup: ['html', 'markdown', 'plain'],
} as const satisfies Partial<Record<ReadingPart, readonly string[]>>

const separators = { list: [',', ';', '|', '/', '\n'], path: ['>', '/', '|', '::'] } as const

/** How the cells of a column are written, and what has to be chosen before it is imported. */
export function ReadingChoices({ column, field, reading, cells, named, codeColumns, ...rest }: ReadingChoicesProps) {
  const { questions, areMade, onReading } = rest
  const { room } = behaviourOf(field)
  const parts = room.readingParts.filter((part) => part !== 'values')
  const open = new Set(questions.map(({ part }) => part))
  return (
    <Stack data-reading sx={{ gap: 1, mt: 1.75 }}>
      <Stack direction="row" useFlexGap sx={{ columnGap: 1, rowGap: 1.5, flexWrap: 'wrap' }}>
        {parts.map((part) => {
          const isCode = part === behaviourOf(field).codePart
          return (
            <PartChoice
              key={part}
              {...{ column, field, part, isOpen: open.has(part), codeColumns: isCode ? codeColumns : [] }}
              value={
                reading[part] ?? (isCode && reading.codeColumn !== undefined ? ofColumn(reading.codeColumn) : undefined)
              }
              onChange={(value) => {
                const { [part]: _before, ...others } = reading
                if (!isCode) return onReading({ ...others, ...(value !== undefined && { [part]: value }) })
                const { codeColumn: _column, ...rest } = others
                const chosen =
                  value === undefined ? {} : isColumn(value) ? { codeColumn: columnOf(value) } : { [part]: value }
                onReading({ ...rest, ...chosen })
              }}
            />
          )
        })}
      </Stack>
      <div role="status">
        {questions.map((question) => (
          <Question key={question.part} {...{ field, question, onReading }} />
        ))}
      </div>
      <WordChoices {...{ column, field, reading, cells, named, areMade, onReading }} />
    </Stack>
  )
}

/** A column among units or currencies: none of these begins so. */
const ofColumn = (column: string): string => `column ${column}`
const isColumn = (choice: string): boolean => choice.startsWith('column ')
const columnOf = (choice: string): string => choice.slice('column '.length)

interface PartChoiceProps {
  /** Columns that may say it for each row. */
  codeColumns: readonly string[]
  column: string
  field: Field
  part: Exclude<ReadingPart, 'values'>
  value: string | undefined
  isOpen: boolean
  onChange: (value: string | undefined) => void
}

function PartChoice({ column, field, part, codeColumns, value, isOpen, onChange }: PartChoiceProps) {
  const { t } = useTranslation()
  const { room, settings } = behaviourOf(field)
  const label = t(`exchange.reading.${part}`)
  const ariaLabel = t('exchange.reading.of', { part: label, column })
  const sx = { flex: '1 1 150px', minWidth: 0, maxWidth: 260 }
  if (part === 'list' || part === 'path') {
    return (
      <Select {...{ label, ariaLabel, value, isOpen, sx, onChange }} isOptional>
        {separators[part].map((each) => (
          <MenuItem key={each} value={each}>
            {each === '\n' ? t('exchange.reading.lines') : each}
          </MenuItem>
        ))}
      </Select>
    )
  }
  if (part === 'numbers' || part === 'dates' || part === 'markup') {
    return (
      <Select {...{ label, ariaLabel, value, isOpen, sx, onChange }} isOptional={part !== 'markup'}>
        {values[part].map((each) => (
          <MenuItem key={each} value={each}>
            {t(`exchange.reading.${part}.${each}`)}
          </MenuItem>
        ))}
      </Select>
    )
  }
  const codes = part === 'timeZone' ? timeZones(value) : room.readingCodes(part, settings)
  const labelOf = (choice: string) =>
    isColumn(choice)
      ? t('exchange.reading.codeColumn', { column: columnOf(choice) })
      : part === 'unit'
        ? `${unitSymbol(choice)} · ${choice}`
        : choice
  return (
    <Autocomplete
      size="small"
      autoHighlight
      options={[...codeColumns.map(ofColumn), ...codes]}
      value={value ?? null}
      getOptionLabel={labelOf}
      noOptionsText={t('ui.filter.none')}
      onChange={(_, chosen) => onChange(chosen ?? undefined)}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={isOpen}
          placeholder={t('exchange.reading.byCell')}
          slotProps={{
            ...input.slotProps,
            inputLabel: { ...input.slotProps.inputLabel, shrink: true },
            htmlInput: { ...input.slotProps.htmlInput, 'aria-label': ariaLabel },
          }}
        />
      )}
      sx={sx}
    />
  )
}

interface SelectProps extends Pick<PartChoiceProps, 'value' | 'isOpen' | 'onChange'> {
  label: string
  ariaLabel: string
  /** Whether nothing may be chosen: each cell says it. */
  isOptional: boolean
  sx: object
  children: ReactNode
}

function Select({ label, ariaLabel, value, isOpen, isOptional, sx, onChange, children }: SelectProps) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      error={isOpen}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      slotProps={{
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': ariaLabel, 'aria-labelledby': undefined } },
        inputLabel: { shrink: true },
      }}
      sx={sx}
    >
      {isOptional && <MenuItem value="">{t('exchange.reading.byCell')}</MenuItem>}
      {children}
    </TextField>
  )
}

/** All that the browser knows, with UTC, which is none of its places, and the one that was chosen. */
const timeZones = (chosen: string | undefined): readonly string[] => [
  ...new Set([...(chosen === undefined ? [] : [chosen]), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

interface QuestionProps extends Pick<ReadingChoicesProps, 'field' | 'onReading'> {
  question: OpenQuestion
}

function Question({ field, question: { part, cell, choices }, onReading }: QuestionProps) {
  const { t, i18n } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" color="warning.main" sx={{ overflowWrap: 'anywhere' }}>
        {t(`exchange.reading.open.${part}`, { cell })}
      </Typography>
      {choices.map(({ reading, value }) => (
        <Button key={JSON.stringify(reading)} size="small" variant="outlined" onClick={() => onReading(reading)}>
          <FieldCell field={field} value={value} languageCode={i18n.language} />
        </Button>
      ))}
    </Stack>
  )
}
