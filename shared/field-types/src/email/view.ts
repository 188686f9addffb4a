import type { FieldView } from '../frame/field-view.ts'
import { EmailCell } from './cell.tsx'
import { EmailEditor } from './editor.tsx'

export const email = { Editor: EmailEditor, Cell: EmailCell } satisfies FieldView<never>
