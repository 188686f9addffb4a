import type { ContentType, Field, ImportColumnAdditions, MissingName } from '@pim/contract'
import { behaviourOf, fold, hasOption, type Option, slugFrom } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { planConcepts } from '../../taxonomies/index.ts'
import { fieldsOf } from '../domain/values.ts'
import type { ImportPlan } from './import-plan.ts'
import type { DraftValue, ItemDraft } from './map-rows.ts'
import { candidatesOf, type NamedThings, type Names, namesConcepts, namesIn } from './named-things.ts'
import type { FoundNames, PlannedConcept, PlannedOption } from './planned-additions.ts'
import { isId } from './read-cells.ts'

/** Names that are kept with the bulk change. */
const mostShown = 1_000
/** Names that are counted: a file may have another one in each of its rows. */
const mostCounted = 20_000
/** Options and concepts that one import makes: they are made in one transaction. */
const mostAdded = 1_000

/** What is asked of the names in the columns that go to a field. */
interface FieldNames {
  readonly field: Field
  readonly columns: readonly string[]
  readonly languageCode: string
  readonly adds: ImportColumnAdditions | undefined
  /** In small letters; undefined: all. */
  readonly texts: ReadonlySet<string> | undefined
  readonly options: readonly Option[]
}

interface Counted {
  readonly name: Omit<MissingName, 'rowCount' | 'isAdded'>
  readonly isAdded: boolean
  rowCount: number
}

/** Counts, over the rows of a file, the options and concepts that they name and that are not there, and plans those that are to be made. */
export class MissingNames {
  private readonly fields: ReadonlyMap<string, FieldNames>
  private readonly tenantId: string
  private readonly counted = new Map<string, Counted>()
  private readonly codes = new Map<string, Map<string, Option>>()
  private readonly concepts = new Map<string, PlannedConcept>()
  /** The concept that a text of a field will name, by both. */
  private readonly idOfText = new Map<string, string | undefined>()
  private uncounted = 0

  constructor(tenantId: string, plan: ImportPlan) {
    this.tenantId = tenantId
    this.fields = fieldNamesOf(plan)
  }

  /** Before `conceptId` is asked of these drafts. */
  async look(trx: Transaction, drafts: readonly ItemDraft[], things: NamedThings): Promise<void> {
    for (const [name, { field, adds }] of this.fields) {
      if (adds === undefined || !namesConcepts(field)) continue
      const asked = new Map<string, string>()
      for (const value of drafts.flatMap(namesIn))
        if (value.field.technicalName === name)
          for (const text of missingIn(value, things))
            if (this.isAsked(name, text) && !this.idOfText.has(keyOf(name, text))) asked.set(keyOf(name, text), text)
      const taxonomyId = taxonomyOf(field, adds)
      if (asked.size === 0 || taxonomyId === undefined) continue
      const { parentConceptId } = adds
      const places = [...asked.values()].map((text) => ({ text, taxonomyId, parentConceptId }))
      const planned = await planConcepts(trx, this.tenantId, places)
      for (const [key, text] of asked) this.idOfText.set(key, this.take(planned.get(text) ?? []))
    }
  }

  /** The id of the concept that will be made for a name; undefined where none is. */
  conceptId(field: Field, text: string): string | undefined {
    return this.idOfText.get(keyOf(field.technicalName, text))
  }

  /** Counts what a draft names that is not there, and puts the codes of options that will be made in the place of their words. */
  count(draft: ItemDraft, things: NamedThings): void {
    const seen = new Set<string>()
    for (const values of [draft.shared, ...[...draft.variations.values()].map((each) => each.values)])
      for (const [name, value] of values) {
        const ofField = this.fields.get(name)
        if (ofField === undefined) continue
        if (value.kind === 'names') for (const text of missingIn(value, things)) this.note(ofField, text, seen)
        else values.set(name, this.withCodes(ofField, value, seen))
      }
  }

  found(): FoundNames {
    const order = new Map([...this.fields.keys()].map((name, at) => [name, at]))
    const placeOf = ({ name }: Counted) => order.get(name.technicalFieldName) ?? 0
    const all = [...this.counted.values()].toSorted((one, other) => other.rowCount - one.rowCount)
    const shown = all.slice(0, mostShown).toSorted((one, other) => placeOf(one) - placeOf(other))
    return {
      names: shown.map(({ name, rowCount, isAdded }) => ({ ...name, rowCount, isAdded })),
      leftOutNames: Math.max(0, all.length - mostShown) + this.uncounted,
      options: [...this.codes].flatMap(([technicalFieldName, options]) =>
        [...options.values()].map((option) => ({ technicalFieldName, option })),
      ),
      concepts: [...this.concepts.values()],
    }
  }

  private isAsked(name: string, text: string): boolean {
    const { adds, texts } = this.fields.get(name) ?? {}
    return adds !== undefined && (texts === undefined || texts.has(fold(text)))
  }

  private note({ field, columns }: FieldNames, text: string, seen: Set<string>): void {
    const key = keyOf(field.technicalName, text)
    if (seen.has(key)) return
    seen.add(key)
    const known = this.counted.get(key)
    if (known !== undefined) known.rowCount += 1
    else if (this.counted.size >= mostCounted) this.uncounted += 1
    else {
      const kind: MissingName['kind'] = namesConcepts(field) ? 'concept' : 'option'
      const isAdded = kind === 'concept' ? this.idOfText.get(key) !== undefined : this.codeOf(field, text) !== undefined
      const name = { technicalFieldName: field.technicalName, columns: [...columns], kind, text }
      this.counted.set(key, { name, rowCount: 1, isAdded })
    }
  }

  /** The concepts of a chain that are planned then, all or none; answers the id of the last one. */
  private take(chain: readonly PlannedConcept[]): string | undefined {
    const more = chain.filter(({ conceptId }) => !this.concepts.has(conceptId))
    if (this.addedCount() + more.length > mostAdded) return undefined
    for (const concept of more) this.concepts.set(concept.conceptId, concept)
    return chain.at(-1)?.conceptId
  }

  private addedCount(): number {
    return this.concepts.size + [...this.codes.values()].reduce((sum, { size }) => sum + size, 0)
  }

  private withCodes(ofField: FieldNames, value: DraftValue, seen: Set<string>): DraftValue {
    const given: unknown =
      value.kind === 'json' ? JSON.parse(value.text) : value.kind === 'value' ? value.value : undefined
    const code = (entry: unknown): unknown => {
      if (typeof entry !== 'string' || entry === '' || hasOption(ofField.options, entry)) return entry
      this.note(ofField, entry, seen)
      return this.codeOf(ofField.field, entry) ?? entry
    }
    if (!Array.isArray(given)) {
      const [before, after] = [given, code(given)]
      return before === after ? value : { kind: 'value', value: after }
    }
    return { kind: 'json', text: JSON.stringify([...new Set(given.map(code))]) }
  }

  /** The code of the option that is made for a word; the same word in other letters is the same option. */
  private codeOf({ technicalName }: Field, text: string): string | undefined {
    const ofField = this.fields.get(technicalName)
    if (ofField === undefined || !this.isAsked(technicalName, text)) return undefined
    const made = this.codes.get(technicalName) ?? new Map<string, Option>()
    const known = made.get(fold(text))
    if (known !== undefined) return known.code
    const { field, options, languageCode } = ofField
    const taken = new Set([...options, ...made.values()].map((option) => fold(option.code)))
    const option = { code: freeCode(slugFrom(text, 90) || text, taken), label: { [languageCode]: text } }
    const { room, settings } = behaviourOf(field)
    const isFull =
      this.addedCount() >= mostAdded || room.withOptions?.(settings, [...made.values(), option]) === undefined
    if (isFull) return undefined
    this.codes.set(technicalName, made.set(fold(text), option))
    return option.code
  }
}

function freeCode(code: string, taken: ReadonlySet<string>): string {
  if (!taken.has(fold(code))) return code
  let number = 2
  while (taken.has(fold(`${code}-${number}`))) number += 1
  return `${code}-${number}`
}

const keyOf = (technicalFieldName: string, text: string): string => `${technicalFieldName} ${fold(text)}`

/** Names of a value that no concept has. A name that several have is a question of which, and none of making another one. */
export const missingIn = (value: Names, things: NamedThings): string[] =>
  namesConcepts(value.field)
    ? value.names.filter((name) => !isId(name) && candidatesOf(value, things, name).length === 0)
    : []

/** The taxonomy that concepts of a field are made in: the chosen one, else the only one that it takes. */
export function taxonomyOf(field: Field, { taxonomyId }: ImportColumnAdditions): string | undefined {
  const { taxonomyIds = [] } = behaviourOf(field).settings as { taxonomyIds?: string[] }
  return taxonomyId ?? (taxonomyIds.length === 1 ? taxonomyIds[0] : undefined)
}

/** Whether cells of the field name options or concepts, which can be made. */
export const takesAdditions = (field: Field): boolean =>
  namesConcepts(field) || behaviourOf(field).room.withOptions !== undefined

function fieldNamesOf({ mapping, type, languages, defaultVariationId }: ImportPlan): Map<string, FieldNames> {
  const fields = fieldsOf(type)
  const byField = new Map<string, FieldNames>()
  for (const { column, target, adds } of mapping.columns) {
    const field = target.kind === 'field' ? fields.get(target.technicalFieldName) : undefined
    if (field === undefined || target.kind !== 'field' || !takesAdditions(field)) continue
    const known = byField.get(field.technicalName)
    const { options = [] } = behaviourOf(field).settings as { options?: readonly Option[] }
    const languageCode = languages.get(target.variationId ?? defaultVariationId) ?? 'en'
    const isAll = [known, adds && { adds, texts: adds.texts }].some((each) => each?.adds && each.texts === undefined)
    const texts = isAll ? undefined : new Set([...(known?.texts ?? []), ...(adds?.texts ?? []).map(fold)])
    byField.set(field.technicalName, {
      ...{ field, options, languageCode, texts },
      adds: known?.adds ?? adds,
      columns: [...(known?.columns ?? []), column],
    })
  }
  return byField
}

/** The type as it is once these options are made; itself where they are of another type. */
export function withOptions(type: ContentType, added: readonly PlannedOption[]): ContentType {
  if (added.length === 0) return type
  const fields = type.fields.map((field) => {
    const { room, settings } = behaviourOf(field)
    const { options = [] } = settings as { options?: readonly Option[] }
    const more = added.filter(
      ({ technicalFieldName, option }) =>
        technicalFieldName === field.technicalName && !hasOption(options, option.code),
    )
    const next =
      more.length === 0
        ? undefined
        : room.withOptions?.(
            settings,
            more.map(({ option }) => option),
          )
    return next === undefined ? field : { ...field, settings: next as Field['settings'] }
  })
  return { ...type, fields }
}
