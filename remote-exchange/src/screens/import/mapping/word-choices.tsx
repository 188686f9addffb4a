import { Stack, Typography } from '@mui/material'
import type { Field, ImportColumnReading } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { useTranslation } from 'react-i18next'
import { MeaningChoice } from '../../../parts/meaning-choice.tsx'
import { unknownWords } from './column-readings.ts'

interface WordChoicesProps {
  column: string
  field: Field
  reading: ImportColumnReading
  cells: readonly string[]
  /** Words that do not stand in the cells alone: see `unknownWords`. */
  named: readonly string[]
  /** All that is not there is made. */
  areMade: boolean
  onReading: (reading: ImportColumnReading) => void
}

/** More of them make a long row; those that are chosen make room for others. */
const mostUnknown = 5

/** What the words of the file mean that the field does not know. */
export function WordChoices({ column, field, reading, cells, named, areMade, onReading }: WordChoicesProps) {
  const { t } = useTranslation()
  const { values = [], ...others } = reading
  const unknown = areMade ? [] : unknownWords(field, reading, cells, named)
  const words = [...values.map(({ from }) => from), ...unknown.slice(0, mostUnknown)]
  if (words.length === 0) return null
  const choose = (word: string, meaning: string | undefined) => {
    const left = values.filter(({ from }) => from !== word)
    const next = meaning === undefined ? left : [...left, { from: word, to: meaning }]
    onReading({ ...others, ...(next.length > 0 && { values: next }) })
  }
  return (
    <Stack sx={{ gap: 1, mt: 1 }}>
      {unknown.length > 0 && (
        <Typography variant="body2" color="warning.main" role="status">
          {t(`exchange.words.${behaviourOf(field).codePart ? 'unknown' : 'unknownNames'}`, { count: unknown.length })}
        </Typography>
      )}
      {words.map((word) => (
        <MeaningChoice
          key={word}
          {...{ column, field, word }}
          meaning={values.find(({ from }) => from === word)?.to}
          onMeaning={(meaning) => choose(word, meaning)}
        />
      ))}
    </Stack>
  )
}
