import type { FieldView } from '../frame/field-view.ts'
import { NumberCell } from '../frame/number-cell.tsx'
import { DecimalEditor } from './editor.tsx'
import { DecimalSettings } from './settings.tsx'

export const decimal = { Editor: DecimalEditor, Cell: NumberCell, Settings: DecimalSettings } satisfies FieldView<never>
