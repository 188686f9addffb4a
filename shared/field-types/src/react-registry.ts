import type { FieldType } from '@pim/contract'
import { BinaryCell } from './binary/cell.tsx'
import { BinaryEditor } from './binary/editor.tsx'
import { BooleanCell } from './boolean/cell.tsx'
import { BooleanEditor } from './boolean/editor.tsx'
import { ColorCell } from './color/cell.tsx'
import { ColorEditor } from './color/editor.tsx'
import { ConceptCell } from './concept/cell.tsx'
import { ConceptEditor, ConceptsEditor } from './concept/editor.tsx'
import { DateCell } from './date/cell.tsx'
import { DateEditor } from './date/editor.tsx'
import { DateTimeCell } from './date-time/cell.tsx'
import { DateTimeEditor } from './date-time/editor.tsx'
import { DecimalEditor } from './decimal/editor.tsx'
import { EmailCell } from './email/cell.tsx'
import { EmailEditor } from './email/editor.tsx'
import { PlainCell } from './frame/field-cell.tsx'
import type { FieldView } from './frame/field-view.ts'
import { LineEditor } from './frame/line-input.tsx'
import { NumberCell } from './frame/number-cell.tsx'
import { GroupCell } from './group/cell.tsx'
import { GroupEditor } from './group/editor.tsx'
import { IdentifierEditor } from './identifier/editor.tsx'
import { IntegerEditor } from './integer/editor.tsx'
import { JsonCell } from './json/cell.tsx'
import { JsonEditor } from './json/editor.tsx'
import { LinkCell } from './link/cell.tsx'
import { LinkEditor, LinksEditor } from './link/editor.tsx'
import { LongTextCell } from './long-text/cell.tsx'
import { LongTextEditor } from './long-text/editor.tsx'
import { MeasurementCell } from './measurement/cell.tsx'
import { MeasurementEditor } from './measurement/editor.tsx'
import { MediaCell } from './media/cell.tsx'
import { MediaEditor, MediasEditor } from './media/editor.tsx'
import { MultiSelectCell } from './multi-select/cell.tsx'
import { MultiSelectEditor } from './multi-select/editor.tsx'
import { PriceCell } from './price/cell.tsx'
import { PriceEditor, PriceOperand } from './price/editor.tsx'
import { RichTextCell } from './rich-text/cell.tsx'
import { RichTextEditor } from './rich-text/editor.tsx'
import { SelectEditor, SelectOperands } from './select/editor.tsx'
import { SlugEditor } from './slug/editor.tsx'
import { TableCell } from './table/cell.tsx'
import { TableEditor } from './table/editor.tsx'
import { TextCell } from './text/cell.tsx'
import { TextEditor } from './text/editor.tsx'
import { UrlCell } from './url/cell.tsx'
import { UrlEditor } from './url/editor.tsx'

/** One line per field type: what its editor, its cell and its part of a filter look like. */
const fieldViews = {
  text: { Editor: TextEditor, Cell: TextCell },
  longText: { Editor: LongTextEditor, Cell: LongTextCell, Operand: LineEditor },
  richText: { Editor: RichTextEditor, Cell: RichTextCell, Operand: LineEditor, isComposite: true },
  identifier: { Editor: IdentifierEditor, Cell: PlainCell },
  slug: { Editor: SlugEditor, Cell: PlainCell, Operand: LineEditor },
  integer: { Editor: IntegerEditor, Cell: NumberCell },
  decimal: { Editor: DecimalEditor, Cell: NumberCell },
  price: { Editor: PriceEditor, Cell: PriceCell, Operand: PriceOperand, isComposite: true },
  measurement: { Editor: MeasurementEditor, Cell: MeasurementCell, isComposite: true },
  boolean: { Editor: BooleanEditor, Cell: BooleanCell, isComposite: true },
  date: { Editor: DateEditor, Cell: DateCell },
  dateTime: { Editor: DateTimeEditor, Cell: DateTimeCell },
  select: { Editor: SelectEditor, Cell: PlainCell, Operands: SelectOperands },
  multiSelect: { Editor: MultiSelectEditor, Cell: MultiSelectCell, Operands: MultiSelectEditor },
  concept: { Editor: ConceptEditor, Cell: ConceptCell, Operands: ConceptsEditor, isComposite: true },
  concepts: { Editor: ConceptsEditor, Cell: ConceptCell, Operands: ConceptsEditor, isComposite: true },
  link: { Editor: LinkEditor, Cell: LinkCell, Operands: LinksEditor, isComposite: true },
  links: { Editor: LinksEditor, Cell: LinkCell, Operands: LinksEditor, isComposite: true },
  media: { Editor: MediaEditor, Cell: MediaCell, Operands: MediasEditor, isComposite: true },
  medias: { Editor: MediasEditor, Cell: MediaCell, Operands: MediasEditor, isComposite: true },
  binary: { Editor: BinaryEditor, Cell: BinaryCell, Operand: LineEditor, isComposite: true },
  url: { Editor: UrlEditor, Cell: UrlCell, Operand: LineEditor },
  email: { Editor: EmailEditor, Cell: EmailCell },
  color: { Editor: ColorEditor, Cell: ColorCell },
  table: { Editor: TableEditor, Cell: TableCell, isComposite: true, showsInnerIssues: true },
  group: { Editor: GroupEditor, Cell: GroupCell, isComposite: true, showsInnerIssues: true },
  json: { Editor: JsonEditor, Cell: JsonCell },
} satisfies Record<FieldType, unknown>

const views: Readonly<Record<FieldType, FieldView>> = fieldViews

export const viewOf = (type: FieldType): FieldView => views[type]
