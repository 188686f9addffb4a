import type { FieldView } from '../frame/field-view.ts'
import { LineEditor } from '../frame/line-input.tsx'
import { RichTextCell } from './cell.tsx'
import { RichTextEditor } from './editor.tsx'
import { RichTextSettings } from './settings.tsx'

export const richText = {
  Editor: RichTextEditor,
  Cell: RichTextCell,
  Settings: RichTextSettings,
  Operand: LineEditor,
  isComposite: true,
} satisfies FieldView<never>
