import type { FieldView } from '../frame/field-view.ts'
import { BooleanCell } from './cell.tsx'
import { BooleanEditor } from './editor.tsx'
import { BooleanSettings } from './settings.tsx'

export const boolean = {
  Editor: BooleanEditor,
  Cell: BooleanCell,
  Settings: BooleanSettings,
  isComposite: true,
} satisfies FieldView<never>
