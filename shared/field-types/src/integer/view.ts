import type { FieldView } from '../frame/field-view.ts'
import { NumberCell } from '../frame/number-cell.tsx'
import { IntegerEditor } from './editor.tsx'
import { IntegerSettings } from './settings.tsx'

export const integer = { Editor: IntegerEditor, Cell: NumberCell, Settings: IntegerSettings } satisfies FieldView<never>
