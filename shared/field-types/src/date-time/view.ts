import type { FieldView } from '../frame/field-view.ts'
import { DateTimeCell } from './cell.tsx'
import { DateTimeEditor } from './editor.tsx'
import { DateTimeSettings } from './settings.tsx'

export const dateTime = {
  Editor: DateTimeEditor,
  Cell: DateTimeCell,
  Settings: DateTimeSettings,
} satisfies FieldView<never>
