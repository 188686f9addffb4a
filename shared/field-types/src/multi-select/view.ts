import type { FieldView } from '../frame/field-view.ts'
import { MultiSelectCell } from './cell.tsx'
import { MultiSelectEditor } from './editor.tsx'
import { MultiSelectSettings } from './settings.tsx'

export const multiSelect = {
  Editor: MultiSelectEditor,
  Cell: MultiSelectCell,
  Settings: MultiSelectSettings,
  Operands: MultiSelectEditor,
} satisfies FieldView<never>
