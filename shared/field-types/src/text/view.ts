import type { FieldView } from '../frame/field-view.ts'
import { TextCell } from './cell.tsx'
import { TextEditor } from './editor.tsx'
import { TextSettings } from './settings.tsx'

export const text = { Editor: TextEditor, Cell: TextCell, Settings: TextSettings } satisfies FieldView<never>
