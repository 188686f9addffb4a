import type { FieldView } from '../frame/field-view.ts'
import { LineEditor } from '../frame/line-input.tsx'
import { UrlCell } from './cell.tsx'
import { UrlEditor } from './editor.tsx'
import { UrlSettings } from './settings.tsx'

export const url = {
  Editor: UrlEditor,
  Cell: UrlCell,
  Settings: UrlSettings,
  Operand: LineEditor,
} satisfies FieldView<never>
