import type { Field, FieldType } from '@pim/contract'
import { z } from 'zod'
import { least, most, type SettingsChange, together } from './change.ts'
import { defineFieldType, type FieldTypeModel, noReferences, type Scope } from './field-type-model.ts'
import { presence } from './filter.ts'
import { issuesOf, issuesOfReports, type Report, report, reportAll, type ValueIssue, wrongType } from './issue.ts'
import { shortList } from './list.ts'
import { checkFieldIn, type FurnishedField, furnish, settingsOf } from './nested-field.ts'
import { preparePatterns } from './prepare-patterns.ts'
import type { Steps } from './steps.ts'

/** One entry of a group, one row of a table: values by technical name; what is empty is not there. */
export type Entry = Record<string, unknown>

export interface EntriesSettings {
  min: number
  max: number
}

export const maxEntries = 500

/** Settings that every list of entries has. */
export const entriesShape = {
  min: z.number().int().min(0).max(maxEntries).default(0),
  max: z.number().int().min(1).max(maxEntries).default(maxEntries),
}

interface EntriesDescription<Settings extends EntriesSettings> {
  readonly type: FieldType
  readonly settingsSchema: z.ZodType<Settings>
  /** The name that the fields go by in the settings. */
  readonly fieldsKey: keyof Settings & string
  fieldsOf(settings: Settings): readonly Field[]
  mayHold(room: FieldTypeModel): boolean
  readonly deepest: number
}

const isEntry = (entry: unknown): entry is Entry => typeof entry === 'object' && entry !== null && !Array.isArray(entry)

const isBlank = (entry: unknown): boolean =>
  isEntry(entry) && Object.values(entry).every((value) => value === null || value === undefined)

const own = (entry: Entry, name: string): unknown => (Object.hasOwn(entry, name) ? entry[name] : null)

type Context = Parameters<typeof report>[0]

const changeOfFields = (before: readonly Field[], after: readonly Field[], scope: Scope): SettingsChange[] => {
  const afterByName = new Map(after.map((field) => [field.technicalName, field]))
  const kept = before.map((was): SettingsChange => {
    const is = afterByName.get(was.technicalName)
    if (is === undefined || is.type !== was.type) return 'narrowing'
    if (is.required !== was.required) return is.required === 'onPublish' ? 'narrowing' : 'widening'
    const room = scope.rooms(is.type)
    return room.settingsChange(settingsOf(room, was.settings), settingsOf(room, is.settings), scope)
  })
  return after.length > before.length ? [...kept, 'widening'] : kept
}

const listOfEntries = shortList(z.record(z.string(), z.unknown(), wrongType('an entry')), maxEntries, {
  expected: 'a list of entries',
  tooMany: `holds more than ${maxEntries}`,
})

function* normaliseEntry(entry: Entry, parts: ReadonlyMap<string, FurnishedField>, scope: Scope): Steps<Entry> {
  const values: [string, unknown][] = []
  for (const [name, each] of Object.entries(entry)) {
    const part = parts.get(name)
    const value = part === undefined ? each : yield* part.room.normaliseInSteps(each, part.settings, scope)
    if (value !== null || part === undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

/** A type whose value is a list of entries, each of which has fields of other types. */
export const defineEntriesFieldType = <Settings extends EntriesSettings>(
  description: EntriesDescription<Settings>,
): FieldTypeModel<Entry[], Settings> => {
  const partsOf = (settings: Settings, scope: Scope): FurnishedField[] =>
    description.fieldsOf(settings).map((field) => furnish(field, scope))

  /** Calls for every value that there is. */
  const eachValue = <Result>(
    entries: readonly Entry[],
    settings: Settings,
    scope: Scope,
    call: (part: FurnishedField, value: unknown, index: number) => Result,
    parts = partsOf(settings, scope),
  ): Result[] => {
    return entries.flatMap((entry, index) =>
      parts.flatMap((part) => {
        const value = own(entry, part.field.technicalName)
        return part.room.isEmpty(value) ? [] : [call(part, value, index)]
      }),
    )
  }

  const reportEntry = (context: Context, entry: Entry, index: number, parts: readonly FurnishedField[]): void => {
    const known = new Set(parts.map((part) => part.field.technicalName))
    for (const name of Object.keys(entry))
      if (!known.has(name)) report(context, 'UNKNOWN_KEY', `has no field ${name}`, { name }, [index, name])
    for (const { field, room, schema } of parts) {
      const value = own(entry, field.technicalName)
      const at = [index, field.technicalName]
      if (!room.isEmpty(value)) {
        const parsed = schema.safeParse(value)
        if (!parsed.success) reportAll(context, issuesOf(parsed.error), at)
      } else if (field.required === 'onPublish') report(context, 'REQUIRED', 'is required', {}, at)
    }
  }

  const checkFields = (settings: Settings, scope: Scope): ValueIssue[] => {
    const depth = (scope.depth ?? 0) + 1
    const at = `.${description.fieldsKey}`
    if (depth > description.deepest)
      return [{ code: 'TOO_DEEP', message: 'is nested too deep', path: at, params: { max: description.deepest } }]
    const names = new Set<string>()
    return description.fieldsOf(settings).flatMap((field, index) => {
      const path = `${at}[${index}]`
      const refuse = (message: string): ValueIssue[] => [{ code: 'WRONG_TYPE', message, path, params: {} }]
      if (names.has(field.technicalName)) return refuse(`has the name ${field.technicalName} twice`)
      names.add(field.technicalName)
      if (!description.mayHold(scope.rooms(field.type))) return refuse(`cannot hold a field of type ${field.type}`)
      if ((field.unique ?? 'none') !== 'none') return refuse('cannot be unique in here')
      return checkFieldIn(field, { ...scope, depth }).map((each) => ({ ...each, path: `${path}${each.path}` }))
    })
  }

  const reportNumber = (context: Context, { length }: readonly Entry[], { min, max }: Settings): void => {
    if (length < min) report(context, 'TOO_FEW', `holds fewer than ${min}`, { min })
    if (length > max) report(context, 'TOO_MANY', `holds more than ${max}`, { max })
  }

  return defineFieldType<Entry[], Settings>({
    type: description.type,
    settingsSchema: description.settingsSchema,
    checkSettings: checkFields,
    settingsChange: (before, after, scope) =>
      together([
        ...changeOfFields(description.fieldsOf(before), description.fieldsOf(after), scope),
        least(before.min, after.min),
        most(before.max, after.max),
      ]),
    valueSchema: (settings, scope) =>
      listOfEntries.superRefine((entries, context) => {
        reportNumber(context, entries, settings)
        const parts = partsOf(settings, scope)
        for (const [index, entry] of entries.entries()) reportEntry(context, entry, index, parts)
      }),
    *issuesInSteps(value, settings, scope) {
      const list = listOfEntries.safeParse(value)
      if (!list.success) return issuesOf(list.error)
      yield
      yield* preparePatterns(settings)
      const reports: Report[] = []
      const context: Context = { addIssue: (each) => reports.push(each) }
      reportNumber(context, list.data, settings)
      const parts = partsOf(settings, scope)
      for (const [index, entry] of list.data.entries()) {
        reportEntry(context, entry, index, parts)
        yield
      }
      return issuesOfReports(reports)
    },
    *normaliseInSteps(value, settings, scope) {
      if (!Array.isArray(value)) return value === '' ? null : value
      if (value.length > maxEntries) return value
      const parts = new Map(partsOf(settings, scope).map((part) => [part.field.technicalName, part]))
      const normalised: unknown[] = []
      for (const entry of value) {
        normalised.push(isEntry(entry) ? yield* normaliseEntry(entry, parts, scope) : entry)
        yield
      }
      return normalised.every(isBlank) ? null : normalised
    },
    isEmpty: (value) =>
      value === null || value === undefined || value === '' || (Array.isArray(value) && value.every(isBlank)),
    filter: {
      column: 'number',
      operators: [...presence],
      operandSchema: () => z.never(),
      operandKey: () => ({ value: '0' }),
    },
    indexKeys: (value) => ({ number: [{ number: String(value.length), qualifier: 'entries' }] }),
    references: (value, settings, scope) => {
      const parts = partsOf(settings, scope).filter(({ room }) => room.references !== noReferences)
      if (parts.length === 0) return []
      const referencesOf = ({ field, room, settings: inner }: FurnishedField, each: unknown, index: number) =>
        room
          .references(each, inner, scope)
          .map((reference) => ({ ...reference, path: `[${index}].${field.technicalName}${reference.path}` }))
      return eachValue(value, settings, scope, referencesOf, parts).flat()
    },
    plainText: (value, settings, scope) =>
      value
        .map((entry) =>
          eachValue([entry], settings, scope, (part, each) => part.room.plainText(each, part.settings, scope)),
        )
        .map((texts) => texts.join(', '))
        .join('; '),
    searchText: (value, settings, scope) =>
      eachValue(value, settings, scope, (part, each) => part.room.searchText(each, part.settings, scope))
        .filter((text) => text !== '')
        .join(' '),
    /** Every field of every entry, null where there is nothing, so that consumers need not ask. */
    deliver: (value, settings, scope) =>
      value.map((entry) =>
        Object.fromEntries(
          partsOf(settings, scope).map(({ field, room, settings: inner }) => {
            const each = own(entry, field.technicalName)
            return [field.technicalName, room.isEmpty(each) ? null : room.deliver(each, inner, scope)]
          }),
        ),
      ),
    readText: (text) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        return undefined
      }
    },
    toText: (value) => JSON.stringify(value),
  })
}
