import type { FieldView } from '../frame/field-view.ts'
import { SelectCell } from './cell.tsx'
import { SelectEditor, SelectOperands } from './editor.tsx'
import { SelectSettings } from './settings.tsx'

export const select = {
  Editor: SelectEditor,
  Cell: SelectCell,
  Settings: SelectSettings,
  Operands: SelectOperands,
} satisfies FieldView<never>
