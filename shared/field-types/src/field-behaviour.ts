import type { Field, FilterOperator, ValueEdit } from '@pim/contract'
import type { z } from 'zod'
import type { SettingsChange } from './core/change.ts'
import {
  type FieldTypeModel,
  type IndexKeys,
  type NumberKey,
  noReferences,
  type PlacedReference,
  type Scope,
  type SortKey,
} from './core/field-type-model.ts'
import { type FilterInput, type FilterReading, readFilter } from './core/filter.ts'
import { issuesOf, type ValueIssue } from './core/issue.ts'
import { LongValue } from './core/long-value.ts'
import { checkFieldIn, furnish, settingsOf } from './core/nested-field.ts'
import { preparePatterns } from './core/prepare-patterns.ts'
import { meantBy, OpenReading, ownReading, type Reading, type ReadingPart } from './core/reading.ts'
import { charactersOf, inOneGo, type Steps } from './core/steps.ts'
import { withoutUnseen } from './core/text.ts'
import type { TypedAmount } from './core/typed-amount.ts'
import { roomOf } from './registry.gen.ts'

export interface ValueReading {
  /** Normalised; null where empty. */
  readonly value: unknown
  readonly issues: readonly ValueIssue[]
}

/** What names the unit or currency of an amount. */
export type CodePart = 'unit' | 'currency'

export type TextReading = ValueReading & {
  readonly open?: ReadingPart
  /** What is wrong with the text of the column that names units or currencies. */
  readonly wrongCode?: { readonly part: CodePart; readonly text: string; readonly isOther: boolean }
}

/**
 * A field with the room of its type: what everyone outside this package works with. Nothing here is asked of null:
 * what is empty has no keys, no words, no references. Of a value that is stored apart (`LongValue`) it answers by what is
 * known of it, and by its content where that has to be read.
 */
export interface FieldBehaviour {
  readonly field: Field
  readonly room: FieldTypeModel
  /** Parsed, with every default in place. */
  readonly settings: object
  readonly operators: readonly FilterOperator[]
  /** Normalises and checks; takes anything. */
  read(value: unknown): ValueReading
  /** The same in steps. */
  readInSteps(value: unknown): Steps<ValueReading>
  isEmpty(value: unknown): boolean
  /** The field's own default, else what the type starts from. */
  defaultValue(): unknown
  indexKeys(value: unknown): IndexKeys
  /** Keys of values that somebody may mean who types this amount in a search. */
  typedKeys(amount: TypedAmount): readonly NumberKey[]
  sortKey(value: unknown): SortKey | null
  /** Null where nothing is to be compared. Already folded; hash it before it goes into an index of limited width. */
  uniqueKey(value: unknown): string | null
  /** Whether any value of the field refers to something. */
  readonly canRefer: boolean
  references(value: unknown): PlacedReference[]
  plainText(value: unknown, languageCode?: string): string
  searchText(value: unknown): string
  deliver(value: unknown): unknown
  filterInSteps(filter: FilterInput): Steps<FilterReading>
  /** `field.name=x`, repeated: is any of these texts. */
  filterByTextsInSteps(texts: readonly string[]): Steps<FilterReading>
  /** `open`: the text may be read as two values, and the reading does not say as which. */
  readText(text: string, reading?: Reading): TextReading
  /** The same, with what stands in the `codeColumn` of the reading, which names the unit or currency. */
  readTextBeside(text: string, code: string, reading: Reading): TextReading
  /** Whether texts have a unit or a currency, which a column of its own may name. */
  readonly codePart: CodePart | undefined
  /** The parts of a reading that the heading of a column says. */
  readingOfHeading(heading: string): Reading
  toText(value: unknown): string
  /** Whether two values differ in nothing but that one has as a text of the same digits what the other has as a number. */
  hasSameDigits(value: unknown, other: unknown): boolean
  /** The value after the edit, not read yet; undefined where the type has no such edit. A long value needs its content. */
  edited(value: unknown, edit: ValueEdit): { readonly value: unknown } | undefined
}

const scope: Scope = { rooms: roomOf }

/** The value itself, also where it is stored apart. */
export const contentOf = (value: unknown): unknown => (value instanceof LongValue ? value.content : value)

const unreadable = (text: string): ValueIssue => ({
  code: 'WRONG_TYPE',
  message: 'cannot be read as a value of this field',
  path: '',
  params: { text: text.slice(0, 100) },
})

class RoomBehaviour implements FieldBehaviour {
  readonly field: Field
  readonly room: FieldTypeModel
  readonly settings: object
  private readonly schema: z.ZodType
  private readonly hasPatterns: boolean
  /** Values with parts that were read without an issue, and are never changed: a save reads them, and its publish again. */
  private readonly right = new WeakSet<object>()

  constructor(field: Field) {
    this.field = field
    const { room, settings, schema } = furnish(field, scope)
    this.room = room
    this.settings = settings
    this.schema = schema
    this.hasPatterns = JSON.stringify(settings).includes('"pattern"')
  }

  get operators(): readonly FilterOperator[] {
    return this.room.filter.operators
  }

  read(value: unknown): ValueReading {
    return inOneGo(this.readInSteps(value))
  }

  *readInSteps(given: unknown): Steps<ValueReading> {
    const value = contentOf(given)
    if (typeof value === 'object' && value !== null && this.right.has(value)) return { value, issues: [] }
    const reading = yield* this.readAnewInSteps(value)
    const { value: read, issues } = reading
    if (typeof read === 'object' && read !== null && issues.length === 0) this.right.add(read)
    return reading
  }

  private *readAnewInSteps(value: unknown): Steps<ValueReading> {
    const { room, settings } = this
    if (typeof value === 'string' && this.hasPatterns) yield* preparePatterns(settings)
    const normalised = yield* room.normaliseInSteps(value, settings, scope)
    if (charactersOf(value) > shortText) yield
    if (room.isEmpty(normalised)) return { value: null, issues: [] }
    if (room.issuesInSteps) return { value: normalised, issues: yield* room.issuesInSteps(normalised, settings, scope) }
    const parsed = this.schema.safeParse(normalised)
    return { value: normalised, issues: parsed.success ? [] : issuesOf(parsed.error) }
  }

  isEmpty(value: unknown): boolean {
    return !(value instanceof LongValue) && this.room.isEmpty(value)
  }

  defaultValue(): unknown {
    return this.field.defaultValue ?? this.room.defaultOf(this.settings, scope)
  }

  indexKeys(value: unknown): IndexKeys {
    if (value instanceof LongValue) return value.facts.keys
    return this.isEmpty(value) ? {} : this.room.indexKeys(value, this.settings, scope)
  }

  typedKeys(amount: TypedAmount): readonly NumberKey[] {
    return this.room.typedKeys(amount, this.settings)
  }

  sortKey(value: unknown): SortKey | null {
    return this.isEmpty(value) || value instanceof LongValue ? null : this.room.sortKey(value, this.settings)
  }

  uniqueKey(value: unknown): string | null {
    if (this.isEmpty(value) || value instanceof LongValue) return null
    // Defence 31, without: return this.room.uniqueKey(value, this.settings)
    return this.room.uniqueKey(typeof value === 'string' ? withoutUnseen(value) : value, this.settings)
  }

  get canRefer(): boolean {
    return this.room.references !== noReferences
  }

  references(value: unknown): PlacedReference[] {
    if (value instanceof LongValue && !value.hasContent) return [...value.facts.references]
    return this.isEmpty(value) ? [] : this.room.references(contentOf(value), this.settings, scope)
  }

  plainText(value: unknown, languageCode?: string): string {
    return this.isEmpty(value) ? '' : this.room.plainText(contentOf(value), this.settings, { ...scope, languageCode })
  }

  searchText(value: unknown): string {
    return this.isEmpty(value) ? '' : this.room.searchText(contentOf(value), this.settings, scope)
  }

  deliver(value: unknown): unknown {
    return this.isEmpty(value) ? null : this.room.deliver(contentOf(value), this.settings, scope)
  }

  filterInSteps(filter: FilterInput): Steps<FilterReading> {
    return readFilter(this.room.filter, filter, this.settings)
  }

  *filterByTextsInSteps(texts: readonly string[]): Steps<FilterReading> {
    const operator = (['in', 'any', 'equals'] as const).find((each) => this.operators.includes(each))
    if (operator === undefined) return { issues: [unreadable(texts.join(', '))] }
    const values = texts.flatMap((text) => this.room.readText(text, ownReading, this.settings, scope))
    return yield* this.filterInSteps({ operator, values })
  }

  readText(given: string, reading = ownReading): TextReading {
    const text = meantBy(given, reading)
    if (text === '') return { value: null, issues: [] }
    const value = this.room.readText(text, reading, this.settings, scope)
    if (value instanceof OpenReading) return { value: null, issues: [unreadable(text)], open: value.part }
    return value === undefined ? { value: null, issues: [unreadable(text)] } : this.read(value)
  }

  get codePart(): CodePart | undefined {
    return (['unit', 'currency'] as const).find((part) => this.room.readingParts.includes(part))
  }

  readTextBeside(text: string, code: string, reading: Reading): TextReading {
    const part = this.codePart
    const word = code.trim()
    if (part === undefined || word === '' || text.trim() === '') return this.readText(text, reading)
    const named = this.room.codeOf(meantBy(word, reading), this.settings)
    const isKnown = this.room.readingCodes(part, this.settings).includes(named)
    if (!isKnown) return { value: null, issues: [unreadable(word)], wrongCode: { part, text: word, isOther: false } }
    const { [part]: _usual, ...others } = reading
    const alone = this.readText(text, { ...others, isUsual: false })
    if (alone.open === part) return this.readText(text, { ...reading, [part]: named })
    // The amount names a unit itself, which says the same or is a contradiction.
    const amounts = [alone.value].flat() as readonly Partial<Record<CodePart, unknown>>[]
    const isOther = alone.issues.length === 0 && amounts.some((amount) => amount?.[part] !== named)
    return isOther ? { value: null, issues: [unreadable(word)], wrongCode: { part, text: word, isOther } } : alone
  }

  readingOfHeading(heading: string): Reading {
    return this.room.readingOfHeading(heading, this.settings)
  }

  toText(value: unknown): string {
    return this.isEmpty(value) ? '' : this.room.toText(contentOf(value), this.settings, scope)
  }

  hasSameDigits(value: unknown, other: unknown): boolean {
    return this.room.keepsDigits && !this.isEmpty(value) && this.toText(value) === this.toText(other)
  }

  edited(given: unknown, edit: ValueEdit): { readonly value: unknown } | undefined {
    const { edits } = this.room
    if (edits[edit.kind] === undefined) return undefined
    const value = this.isEmpty(given) ? null : contentOf(given)
    if (edit.kind === 'append') return { value: edits.append?.(value, edit) }
    if (edit.kind === 'addEntries') return { value: edits.addEntries?.(value, edit) }
    if (value === null) return { value: null }
    if (edit.kind === 'replaceText') return { value: edits.replaceText?.(value, edit) }
    if (edit.kind === 'calculate') return { value: edits.calculate?.(value, edit) }
    return { value: edits.removeEntries?.(value, edit) }
  }
}

/** Characters that are read and checked without a break. */
const shortText = 1_000

const behaviours = new WeakMap<Field, FieldBehaviour>()

/** Parsed settings and schemas are kept as long as the field object lives. */
export const behaviourOf = (field: Field): FieldBehaviour => {
  const known = behaviours.get(field)
  if (known !== undefined) return known
  const behaviour = new RoomBehaviour(field)
  behaviours.set(field, behaviour)
  return behaviour
}

/** Between two states of a field of one type. */
export const settingsChange = (before: Field, after: Field): SettingsChange => {
  const room = roomOf(after.type)
  return room.settingsChange(settingsOf(room, before.settings), settingsOf(room, after.settings), scope)
}

/**
 * What is wrong with a field as part of a content type: its name, settings, default, what its type cannot be, and, for
 * whoever can say which content types there are, that it names one that is not there.
 */
export const checkField = (field: Field, hasContentType?: Scope['hasContentType']): ValueIssue[] =>
  checkFieldIn(field, { ...scope, hasContentType })
