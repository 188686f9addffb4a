import { PlainCell } from '../frame/field-cell.tsx'
import type { FieldView } from '../frame/field-view.ts'
import { IdentifierEditor } from './editor.tsx'
import { IdentifierSettings } from './settings.tsx'

export const identifier = {
  Editor: IdentifierEditor,
  Cell: PlainCell,
  Settings: IdentifierSettings,
} satisfies FieldView<never>
