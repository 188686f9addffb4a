import type { FieldView } from '../frame/field-view.ts'
import { JsonCell } from './cell.tsx'
import { JsonEditor } from './editor.tsx'

export const json = { Editor: JsonEditor, Cell: JsonCell } satisfies FieldView<never>
