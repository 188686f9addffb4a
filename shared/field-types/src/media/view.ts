import type { FieldView } from '../frame/field-view.ts'
import { MediaCell } from './cell.tsx'
import { MediaEditor, MediasEditor } from './editor.tsx'
import { MediaSettings, MediasSettings } from './settings.tsx'

export const media = {
  Editor: MediaEditor,
  Cell: MediaCell,
  Settings: MediaSettings,
  Operands: MediasEditor,
  isComposite: true,
} satisfies FieldView<never>
export const medias = {
  Editor: MediasEditor,
  Cell: MediaCell,
  Settings: MediasSettings,
  Operands: MediasEditor,
  isComposite: true,
} satisfies FieldView<never>
