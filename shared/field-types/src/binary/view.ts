import type { FieldView } from '../frame/field-view.ts'
import { LineEditor } from '../frame/line-input.tsx'
import { BinaryCell } from './cell.tsx'
import { BinaryEditor } from './editor.tsx'
import { BinarySettings } from './settings.tsx'

export const binary = {
  Editor: BinaryEditor,
  Cell: BinaryCell,
  Settings: BinarySettings,
  Operand: LineEditor,
  isComposite: true,
} satisfies FieldView<never>
