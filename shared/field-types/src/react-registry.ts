import type { FieldType } from '@pim/contract'
import { BinaryCell } from './binary/cell.tsx'
import { BinaryEditor } from './binary/editor.tsx'
import { BinarySettings } from './binary/settings.tsx'
import { BooleanCell } from './boolean/cell.tsx'
import { BooleanEditor } from './boolean/editor.tsx'
import { BooleanSettings } from './boolean/settings.tsx'
import { ColorCell } from './color/cell.tsx'
import { ColorEditor } from './color/editor.tsx'
import { ColorSettings } from './color/settings.tsx'
import { ConceptCell } from './concept/cell.tsx'
import { ConceptEditor, ConceptsEditor } from './concept/editor.tsx'
import { ConceptSettings, ConceptsSettings } from './concept/settings.tsx'
import { DateCell } from './date/cell.tsx'
import { DateEditor } from './date/editor.tsx'
import { DateSettings } from './date/settings.tsx'
import { DateTimeCell } from './date-time/cell.tsx'
import { DateTimeEditor } from './date-time/editor.tsx'
import { DateTimeSettings } from './date-time/settings.tsx'
import { DecimalEditor } from './decimal/editor.tsx'
import { DecimalSettings } from './decimal/settings.tsx'
import { EmailCell } from './email/cell.tsx'
import { EmailEditor } from './email/editor.tsx'
import { PlainCell } from './frame/field-cell.tsx'
import type { FieldView } from './frame/field-view.ts'
import { LineEditor } from './frame/line-input.tsx'
import { NumberCell } from './frame/number-cell.tsx'
import { GroupCell } from './group/cell.tsx'
import { GroupEditor } from './group/editor.tsx'
import { GroupSettings } from './group/settings.tsx'
import { IdentifierEditor } from './identifier/editor.tsx'
import { IdentifierSettings } from './identifier/settings.tsx'
import { IntegerEditor } from './integer/editor.tsx'
import { IntegerSettings } from './integer/settings.tsx'
import { JsonCell } from './json/cell.tsx'
import { JsonEditor } from './json/editor.tsx'
import { LinkCell } from './link/cell.tsx'
import { LinkEditor, LinksEditor } from './link/editor.tsx'
import { LinkSettings, LinksSettings } from './link/settings.tsx'
import { LongTextCell } from './long-text/cell.tsx'
import { LongTextEditor } from './long-text/editor.tsx'
import { LongTextSettings } from './long-text/settings.tsx'
import { MeasurementCell } from './measurement/cell.tsx'
import { MeasurementEditor } from './measurement/editor.tsx'
import { MeasurementSettings } from './measurement/settings.tsx'
import { MediaCell } from './media/cell.tsx'
import { MediaEditor, MediasEditor } from './media/editor.tsx'
import { MediaSettings, MediasSettings } from './media/settings.tsx'
import { MultiSelectCell } from './multi-select/cell.tsx'
import { MultiSelectEditor } from './multi-select/editor.tsx'
import { MultiSelectSettings } from './multi-select/settings.tsx'
import { PriceCell } from './price/cell.tsx'
import { PriceEditor, PriceOperand } from './price/editor.tsx'
import { PriceSettings } from './price/settings.tsx'
import { RichTextCell } from './rich-text/cell.tsx'
import { RichTextEditor } from './rich-text/editor.tsx'
import { RichTextSettings } from './rich-text/settings.tsx'
import { SelectCell } from './select/cell.tsx'
import { SelectEditor, SelectOperands } from './select/editor.tsx'
import { SelectSettings } from './select/settings.tsx'
import { SlugEditor } from './slug/editor.tsx'
import { SlugSettings } from './slug/settings.tsx'
import { TableCell } from './table/cell.tsx'
import { TableEditor } from './table/editor.tsx'
import { TableSettings } from './table/settings.tsx'
import { TextCell } from './text/cell.tsx'
import { TextEditor } from './text/editor.tsx'
import { TextSettings } from './text/settings.tsx'
import { UrlCell } from './url/cell.tsx'
import { UrlEditor } from './url/editor.tsx'
import { UrlSettings } from './url/settings.tsx'

/** One line per field type: what its editor, its cell and its part of a filter look like. */
const fieldViews = {
  text: { Editor: TextEditor, Cell: TextCell, Settings: TextSettings },
  longText: { Editor: LongTextEditor, Cell: LongTextCell, Settings: LongTextSettings, Operand: LineEditor },
  richText: {
    Editor: RichTextEditor,
    Cell: RichTextCell,
    Settings: RichTextSettings,
    Operand: LineEditor,
    isComposite: true,
  },
  identifier: { Editor: IdentifierEditor, Cell: PlainCell, Settings: IdentifierSettings },
  slug: { Editor: SlugEditor, Cell: PlainCell, Settings: SlugSettings, Operand: LineEditor },
  integer: { Editor: IntegerEditor, Cell: NumberCell, Settings: IntegerSettings },
  decimal: { Editor: DecimalEditor, Cell: NumberCell, Settings: DecimalSettings },
  price: { Editor: PriceEditor, Cell: PriceCell, Settings: PriceSettings, Operand: PriceOperand, isComposite: true },
  measurement: { Editor: MeasurementEditor, Cell: MeasurementCell, Settings: MeasurementSettings, isComposite: true },
  boolean: { Editor: BooleanEditor, Cell: BooleanCell, Settings: BooleanSettings, isComposite: true },
  date: { Editor: DateEditor, Cell: DateCell, Settings: DateSettings },
  dateTime: { Editor: DateTimeEditor, Cell: DateTimeCell, Settings: DateTimeSettings },
  select: { Editor: SelectEditor, Cell: SelectCell, Settings: SelectSettings, Operands: SelectOperands },
  multiSelect: {
    Editor: MultiSelectEditor,
    Cell: MultiSelectCell,
    Settings: MultiSelectSettings,
    Operands: MultiSelectEditor,
  },
  concept: {
    Editor: ConceptEditor,
    Cell: ConceptCell,
    Settings: ConceptSettings,
    Operands: ConceptsEditor,
    isComposite: true,
  },
  concepts: {
    Editor: ConceptsEditor,
    Cell: ConceptCell,
    Settings: ConceptsSettings,
    Operands: ConceptsEditor,
    isComposite: true,
  },
  link: { Editor: LinkEditor, Cell: LinkCell, Settings: LinkSettings, Operands: LinksEditor, isComposite: true },
  links: { Editor: LinksEditor, Cell: LinkCell, Settings: LinksSettings, Operands: LinksEditor, isComposite: true },
  media: { Editor: MediaEditor, Cell: MediaCell, Settings: MediaSettings, Operands: MediasEditor, isComposite: true },
  medias: {
    Editor: MediasEditor,
    Cell: MediaCell,
    Settings: MediasSettings,
    Operands: MediasEditor,
    isComposite: true,
  },
  binary: { Editor: BinaryEditor, Cell: BinaryCell, Settings: BinarySettings, Operand: LineEditor, isComposite: true },
  url: { Editor: UrlEditor, Cell: UrlCell, Settings: UrlSettings, Operand: LineEditor },
  email: { Editor: EmailEditor, Cell: EmailCell },
  color: { Editor: ColorEditor, Cell: ColorCell, Settings: ColorSettings },
  table: { Editor: TableEditor, Cell: TableCell, Settings: TableSettings, isComposite: true, showsInnerIssues: true },
  group: { Editor: GroupEditor, Cell: GroupCell, Settings: GroupSettings, isComposite: true, showsInnerIssues: true },
  json: { Editor: JsonEditor, Cell: JsonCell },
} satisfies Record<FieldType, unknown>

const views: Readonly<Record<FieldType, FieldView>> = fieldViews

export const viewOf = (type: FieldType): FieldView => views[type]
