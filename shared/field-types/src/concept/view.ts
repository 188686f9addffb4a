import type { FieldView } from '../frame/field-view.ts'
import { ConceptCell } from './cell.tsx'
import { ConceptEditor, ConceptsEditor } from './editor.tsx'
import { ConceptSettings, ConceptsSettings } from './settings.tsx'

export const concept = {
  Editor: ConceptEditor,
  Cell: ConceptCell,
  Settings: ConceptSettings,
  Operands: ConceptsEditor,
  isComposite: true,
} satisfies FieldView<never>
export const concepts = {
  Editor: ConceptsEditor,
  Cell: ConceptCell,
  Settings: ConceptsSettings,
  Operands: ConceptsEditor,
  isComposite: true,
} satisfies FieldView<never>
