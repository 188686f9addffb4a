import type { FieldView } from '../frame/field-view.ts'
import { GroupCell } from './cell.tsx'
import { GroupEditor } from './editor.tsx'
import { GroupSettings } from './settings.tsx'

export const group = {
  Editor: GroupEditor,
  Cell: GroupCell,
  Settings: GroupSettings,
  isComposite: true,
  showsInnerIssues: true,
} satisfies FieldView<never>
