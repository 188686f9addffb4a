import type { FieldView } from '../frame/field-view.ts'
import { LineEditor } from '../frame/line-input.tsx'
import { LongTextCell } from './cell.tsx'
import { LongTextEditor } from './editor.tsx'
import { LongTextSettings } from './settings.tsx'

export const longText = {
  Editor: LongTextEditor,
  Cell: LongTextCell,
  Settings: LongTextSettings,
  Operand: LineEditor,
} satisfies FieldView<never>
