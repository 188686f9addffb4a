import { Alert, Skeleton } from '@mui/material'
import type { Field } from '@pim/contract'
import { partOnDemand } from '@pim/ui'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isShapeIssue } from '../core/issue.ts'
import { behaviourOf, type ValueReading } from '../field-behaviour.ts'
import type { EditorProps } from '../frame/field-view.ts'
import { RichTextCell } from './cell.tsx'
import type { RichTextDocument } from './document.ts'
import type { RichTextSettings } from './model.ts'

/** The editing library is larger than all other fields together: it comes when a rich text is on the screen. */
const Surface = partOnDemand(async () => (await import('./surface.tsx')).RichTextSurface, {
  waiting: <Skeleton variant="rounded" height={180} />,
  place: 'here',
})

/** Documents that a page of ours has written, and that so need no checking when they come back to it. */
const ours = new WeakSet<object>()

const readingOf = (field: Field, value: unknown): ValueReading =>
  typeof value === 'object' && value !== null && ours.has(value)
    ? { value, issues: [] }
    : behaviourOf(field).read(value)

export function RichTextEditor(props: EditorProps<RichTextSettings>) {
  const { t } = useTranslation()
  const { field, value, settings, languageCode, onChange } = props
  const reading = useMemo(() => readingOf(field, value), [field, value])
  const handOn = useCallback(
    (document: RichTextDocument | null) => {
      if (document !== null) ours.add(document)
      onChange(document)
    },
    [onChange],
  )
  // What the editor does not know it would drop without a word, and the next save would make that true.
  if (reading.issues.some(isShapeIssue)) {
    return (
      <Alert severity="warning">
        {t('fieldTypes.richText.foreign')}
        {reading.issues.every((issue) => issue.code !== 'WRONG_TYPE') && (
          <RichTextCell field={field} settings={settings} value={value} languageCode={languageCode} />
        )}
      </Alert>
    )
  }
  return <Surface {...props} onChange={handOn} document={reading.value as RichTextDocument | null} />
}
