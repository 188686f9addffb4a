import type { FieldView } from '../frame/field-view.ts'
import { ColorCell } from './cell.tsx'
import { ColorEditor } from './editor.tsx'
import { ColorSettings } from './settings.tsx'

export const color = { Editor: ColorEditor, Cell: ColorCell, Settings: ColorSettings } satisfies FieldView<never>
