import type { FieldView } from '../frame/field-view.ts'
import { MeasurementCell } from './cell.tsx'
import { MeasurementEditor } from './editor.tsx'
import { MeasurementSettings } from './settings.tsx'

export const measurement = {
  Editor: MeasurementEditor,
  Cell: MeasurementCell,
  Settings: MeasurementSettings,
  isComposite: true,
} satisfies FieldView<never>
