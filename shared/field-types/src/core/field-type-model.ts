import type { FieldType, FilterOperator } from '@pim/contract'
import type { z } from 'zod'
import type { SettingsChange } from './change.ts'
import type { ValueIssue } from './issue.ts'
import type { Option } from './option.ts'
import type { Reading, ReadingPart } from './reading.ts'
import type { Steps } from './steps.ts'
import type { TypedAmount } from './typed-amount.ts'
import type { ValueEdits } from './value-edits.ts'

/** What a room may know of the others: none of them by name, all of them by this. */
export interface Scope {
  readonly rooms: (type: FieldType) => FieldTypeModel
  /** Whose labels to read, where a value has labels. */
  readonly languageCode?: string | undefined
  /** How many lists of entries are around what is being looked at. */
  readonly depth?: number
  /** Which content types there are; left out where nobody can say, and any may be named. */
  readonly hasContentType?: ((technicalName: string) => boolean) | undefined
}

export interface Reference {
  /** `item` is any content item; a media item is one. */
  readonly kind: 'concept' | 'item' | 'binary'
  readonly id: string
}
/** What may stand in a place; each list that is left out allows everything. */
export interface ReferenceAllowance {
  readonly contentTypeTechnicalNames?: readonly string[]
  readonly contentTypeKind?: 'media'
  readonly mimeTypes?: readonly string[]
  readonly taxonomyIds?: readonly string[]
}

export interface PlacedReference extends Reference {
  /** Where inside the value, as `[0].cover`; empty for the value itself. */
  readonly path: string
  /** What its place allows; left out where anything of the kind may stand. */
  readonly allows?: ReferenceAllowance
}

/** An exact number as text. `qualifier` tells apart what cannot be compared: a currency, a unit. */
export interface NumberKey {
  readonly number: string
  readonly qualifier?: string
}

/** What a value is found by. A value that is not empty has at least one key of some kind. */
export interface IndexKeys {
  readonly text?: readonly string[]
  readonly number?: readonly NumberKey[]
  readonly refs?: readonly Reference[]
}

export type KeyColumn = 'text' | 'number' | 'ref'
export type ComparisonOperator =
  | 'eq'
  | 'in'
  | 'all'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'exists'

/**
 * A filter without any knowledge of types: there is (`negated`: there is no) key of the field for which this holds.
 * `exists` holds for any key in any column; `all` wants one key for each value. Text compares by code point.
 */
export interface Comparison {
  readonly column: KeyColumn
  readonly operator: ComparisonOperator
  readonly values: readonly string[]
  readonly qualifier?: string
  readonly negated: boolean
}

export interface OperandKey {
  readonly value: string
  readonly qualifier?: string
}

/** How values of a type are found: one description, from which operators, operands and comparisons follow. */
export interface FilterRule<Settings> {
  readonly column: KeyColumn
  readonly operators: readonly FilterOperator[]
  operandSchema(settings: Settings): z.ZodType
  operandKey(operand: unknown, settings: Settings, operator: ComparisonOperator): OperandKey
}

/** What a list is ordered by; values of one field are all of one column. */
export interface SortKey {
  readonly column: 'text' | 'number'
  readonly value: string
}

/**
 * The room of a field type, the half without a screen. Settings come parsed, with every default in place. Values come
 * normalised and without shape issues; they may still break a rule, since a working copy may.
 */
export interface FieldTypeModel<Value = unknown, Settings extends object = object> {
  readonly type: FieldType
  readonly canBeUnique: boolean
  /** Whether it reads as the title of an item. */
  readonly canBeTitle: boolean
  /** Whether its values have exact numbers, each kept as the number or the text that was given. */
  readonly keepsDigits: boolean
  /** Whether a table may have a column of it. */
  readonly canBeColumn: boolean
  /** Whether a group may have a field of it. */
  readonly canBeNested: boolean
  readonly settingsSchema: z.ZodType<Settings>
  /**
   * Whether a long value may be stored apart from its item. Then it has neither a sort key nor a unique key, and its keys,
   * its words and what is delivered of it follow from the value alone, not from the settings.
   */
  readonly canBeLong: boolean
  /** Whether its values are words of a language, which a translator writes anew for each. */
  readonly holdsWords: boolean
  readonly filter: FilterRule<Settings>

  /** What the schema of the settings cannot see by itself. */
  checkSettings(settings: Settings, scope: Scope): ValueIssue[]
  settingsChange(before: Settings, after: Settings, scope: Scope): SettingsChange
  valueSchema(settings: Settings, scope: Scope): z.ZodType<Value>
  /** Takes anything; what it cannot make sense of it leaves alone. What is empty becomes null. */
  normaliseInSteps(value: unknown, settings: Settings, scope: Scope): Steps<unknown>
  /** What the schema finds, in steps, of types whose values may have thousands of parts that are long to check. */
  issuesInSteps?(value: unknown, settings: Settings, scope: Scope): Steps<ValueIssue[]>
  isEmpty(value: unknown): boolean
  /** What an editor starts from where the field has no default. */
  defaultOf(settings: Settings, scope: Scope): Value | null

  indexKeys(value: Value, settings: Settings, scope: Scope): IndexKeys
  /** Keys of values that somebody may mean who types this amount in a search; none where it is found by words. */
  typedKeys(amount: TypedAmount, settings: Settings): readonly NumberKey[]
  sortKey(value: Value, settings: Settings): SortKey | null
  uniqueKey(value: Value, settings: Settings): string | null
  references(value: Value, settings: Settings, scope: Scope): PlacedReference[]

  /** One line, for list cells and comparisons. */
  plainText(value: Value, settings: Settings, scope: Scope): string
  /** The words that full text finds it by, in every language that it has labels in. */
  searchText(value: Value, settings: Settings, scope: Scope): string
  deliver(value: Value, settings: Settings, scope: Scope): unknown
  /** In what its texts may differ: the parts of a reading that say something of them. */
  readonly readingParts: readonly ReadingPart[]
  /** Undefined where the text cannot be read as a value, an `OpenReading` where it may be read as two. */
  readText(text: string, reading: Reading, settings: Settings, scope: Scope): unknown
  /** The units or currencies that a column of such texts may have. */
  readingCodes(part: ReadingPart, settings: Settings): readonly string[]
  /** The code of the unit or currency that a text names by its code, a sign or a name; the text itself where it names none. */
  codeOf(text: string, settings: Settings): string
  /** Whether its value is a list of entries, which several columns fill together. */
  readonly isList: boolean
  /** Of types whose values have parts that several columns fill: the value with those parts of another one that it says nothing of. */
  completed?(value: Value, by: Value): Value
  /** The values that words of a file may be said to mean, by their codes. */
  readingWords(settings: Settings): readonly Option[]
  /** Of types whose values are options of their field: the settings with these as well; undefined where they are more than a field may have. */
  withOptions?(settings: Settings, more: readonly Option[]): Settings | undefined
  /** The unit or currency that a text without one has usually. */
  usualReading(settings: Settings): Reading
  /** The parts of a reading that the heading of a column of such texts says. */
  readingOfHeading(heading: string, settings: Settings): Reading
  toText(value: Value, settings: Settings, scope: Scope): string
  /** What can be made of an old value, for changes of many items at once. */
  readonly edits: ValueEdits<Value>
}

type Essential = 'type' | 'settingsSchema' | 'filter' | 'settingsChange' | 'valueSchema' | 'indexKeys'

/** In one step, or in several where values may have thousands of parts. */
type Normalising<Settings extends object> =
  | { normalise(value: unknown, settings: Settings, scope: Scope): unknown }
  | Pick<FieldTypeModel<never, Settings>, 'normaliseInSteps'>

export type FieldTypeDefinition<Value, Settings extends object> = Pick<FieldTypeModel<Value, Settings>, Essential> &
  Normalising<Settings> &
  Partial<Omit<FieldTypeModel<Value, Settings>, Essential | 'normaliseInSteps'>>

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a type without references has, so that thousands of its values need not be asked one by one. */
export const noReferences = (): PlacedReference[] => []

/** A room says what is particular to it; the rest is what most types do. */
export const defineFieldType = <Value, Settings extends object>(
  room: FieldTypeDefinition<Value, Settings>,
): FieldTypeModel<Value, Settings> => {
  const plainText = room.plainText ?? ((value: Value) => asText(value))
  return {
    canBeUnique: room.uniqueKey !== undefined,
    canBeTitle: false,
    keepsDigits: false,
    canBeColumn: false,
    canBeNested: true,
    canBeLong: false,
    holdsWords: false,
    checkSettings: () => [],
    isEmpty: isNothing,
    defaultOf: () => null,
    typedKeys: () => [],
    sortKey: () => null,
    uniqueKey: () => null,
    references: noReferences,
    searchText: plainText,
    deliver: (value) => value,
    isList: false,
    readingParts: [],
    readText: (text) => text,
    readingCodes: () => [],
    codeOf: (text) => text,
    usualReading: () => ({}),
    readingWords: () => [],
    readingOfHeading: () => ({}),
    toText: (value) => asText(value),
    edits: {},
    // biome-ignore lint/correctness/useYield: it is a single step.
    *normaliseInSteps(value, settings, scope) {
      return 'normalise' in room ? room.normalise(value, settings, scope) : value
    },
    ...room,
    plainText,
  }
}
