import type { FieldView } from '../frame/field-view.ts'
import { TableCell } from './cell.tsx'
import { TableEditor } from './editor.tsx'
import { TableSettings } from './settings.tsx'

export const table = {
  Editor: TableEditor,
  Cell: TableCell,
  Settings: TableSettings,
  isComposite: true,
  showsInnerIssues: true,
} satisfies FieldView<never>
