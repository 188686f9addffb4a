import type { Field } from '@pim/contract'
import type { ReactNode } from 'react'

/** What the frame of a field hands to the control inside it, so that label, help and error belong to it. */
export interface ControlProps {
  readonly id: string
  readonly labelId: string
  /** Its name where nothing on the screen is its label alone: the cell of a table, an operand of a filter. */
  readonly label?: string | undefined
  /** Ids of help and error, for `aria-describedby`. */
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
}

/**
 * What an editor is given. `value` is what stands in the draft, which may be anything that was typed; `onChange` takes
 * what was typed as it is, null for nothing. Only the room's model says whether it is right.
 */
export interface EditorProps<Settings extends object = object> extends ControlProps {
  readonly field: Field
  /** Parsed, with every default in place. */
  readonly settings: Settings
  readonly value: unknown
  onChange(value: unknown): void
  readonly languageCode: string
}

export interface CellProps<Settings extends object = object> {
  readonly field: Field
  readonly settings: Settings
  /** Never empty. */
  readonly value: unknown
  readonly languageCode: string
}

/** The room of a field type, the half with a screen. */
export interface FieldView<Settings extends object = object> {
  Editor(props: EditorProps<Settings>): ReactNode
  Cell(props: CellProps<Settings>): ReactNode
  /** For one operand of a filter; left out: the editor. */
  Operand?(props: EditorProps<Settings>): ReactNode
  /** For all operands of a filter at once, as a list; left out: one operand after the other. */
  Operands?(props: EditorProps<Settings>): ReactNode
  /** The form of the settings of a field; left out by a type that has none. It works through `useSetting`. */
  Settings?(): ReactNode
  /** Several controls under one label: they are a group that the label names, not an input that it points to. */
  readonly isComposite?: boolean
  /** It shows what is wrong inside of the value in the place where it is wrong. */
  readonly showsInnerIssues?: boolean
}
