import type { FieldView } from '../frame/field-view.ts'
import { PriceCell } from './cell.tsx'
import { PriceEditor, PriceOperand } from './editor.tsx'
import { PriceSettings } from './settings.tsx'

export const price = {
  Editor: PriceEditor,
  Cell: PriceCell,
  Settings: PriceSettings,
  Operand: PriceOperand,
  isComposite: true,
} satisfies FieldView<never>
