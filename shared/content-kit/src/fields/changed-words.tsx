import { Box } from '@mui/material'
import type { Field } from '@pim/contract'
import { behaviourOf, factsOf } from '@pim/field-types'
import { visuallyHidden } from '@pim/ui'
import type { TextRun } from './word-changes.ts'

/** A text before and after a change. */
export interface ChangedTexts {
  readonly before: string
  readonly after: string
}

interface FieldChange {
  readonly field: Field
  readonly before?: unknown
  readonly after: unknown
}

/** The two texts of a field whose words differ; undefined where one is empty, or where words do not show the difference. */
export function changedTexts({ field, before, after }: FieldChange, language: string): ChangedTexts | undefined {
  const behaviour = behaviourOf(field)
  if (!factsOf(field.type).hasWords || behaviour.isEmpty(before ?? null) || behaviour.isEmpty(after ?? null))
    return undefined
  const [was = '', is = ''] = [before, after].map((value) => behaviour.plainText(value, language))
  // Two texts of the same words differ in their formatting.
  return was === is ? undefined : { before: was, after: is }
}

/** Words of a text with those marked that were put in or taken out. `added` and `removed` say so to screen readers. */
export const MarkedRuns = ({ runs, added, removed }: { runs: readonly TextRun[]; added: string; removed: string }) =>
  runs.map(({ kind, text }, index) => {
    // Runs have no identity of their own: they are drawn anew with each pair of texts.
    const key = `${index}-${kind}`
    if (kind === 'same') return <span key={key}>{text}</span>
    const isAdded = kind === 'added'
    return (
      <Box
        key={key}
        component={isAdded ? 'ins' : 'del'}
        sx={{
          bgcolor: isAdded ? 'success.light' : 'error.light',
          color: 'text.primary',
          borderRadius: 0.5,
          textDecoration: isAdded ? 'none' : 'line-through',
        }}
      >
        <Box component="span" sx={visuallyHidden}>
          {isAdded ? added : removed}
        </Box>
        {text}
      </Box>
    )
  })
