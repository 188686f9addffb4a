import type { FieldView } from '../frame/field-view.ts'
import { DateCell } from './cell.tsx'
import { DateEditor } from './editor.tsx'
import { DateSettings } from './settings.tsx'

export const date = { Editor: DateEditor, Cell: DateCell, Settings: DateSettings } satisfies FieldView<never>
