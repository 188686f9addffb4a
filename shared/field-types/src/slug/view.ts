import { PlainCell } from '../frame/field-cell.tsx'
import type { FieldView } from '../frame/field-view.ts'
import { LineEditor } from '../frame/line-input.tsx'
import { SlugEditor } from './editor.tsx'
import { SlugSettings } from './settings.tsx'

export const slug = {
  Editor: SlugEditor,
  Cell: PlainCell,
  Settings: SlugSettings,
  Operand: LineEditor,
} satisfies FieldView<never>
