import { PlainCell } from '../frame/field-cell.tsx'
import type { FieldView } from '../frame/field-view.ts'
import { DurationEditor } from './editor.tsx'

export const duration = { Editor: DurationEditor, Cell: PlainCell } satisfies FieldView<never>
