import type { FieldView } from '../frame/field-view.ts'
import { LinkCell } from './cell.tsx'
import { LinkEditor, LinksEditor } from './editor.tsx'
import { LinkSettings, LinksSettings } from './settings.tsx'

export const link = {
  Editor: LinkEditor,
  Cell: LinkCell,
  Settings: LinkSettings,
  Operands: LinksEditor,
  isComposite: true,
} satisfies FieldView<never>
export const links = {
  Editor: LinksEditor,
  Cell: LinkCell,
  Settings: LinksSettings,
  Operands: LinksEditor,
  isComposite: true,
} satisfies FieldView<never>
