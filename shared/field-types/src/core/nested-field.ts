import type { Field } from '@pim/contract'
import type { z } from 'zod'
import type { FieldTypeModel, Scope } from './field-type-model.ts'
import { issuesOf, type ValueCode, type ValueIssue } from './issue.ts'
import { inOneGo } from './steps.ts'

/** A field as its room sees it: settings parsed, schema built, both once for as long as the field object lives. */
export interface FurnishedField {
  readonly field: Field
  readonly room: FieldTypeModel
  /** Parsed, with every default in place. */
  readonly settings: object
  readonly schema: z.ZodType
}

/** Settings that no longer parse (a newer server wrote them) fall back to the type's own. */
export const settingsOf = (room: FieldTypeModel, settings: unknown): object => {
  const parsed = room.settingsSchema.safeParse(settings ?? {})
  return parsed.success ? parsed.data : room.settingsSchema.parse({})
}

const furnished = new WeakMap<Field, FurnishedField>()

export const furnish = (field: Field, scope: Scope): FurnishedField => {
  const known = furnished.get(field)
  if (known !== undefined) return known
  const room = scope.rooms(field.type)
  const settings = settingsOf(room, field.settings)
  const made = { field, room, settings, schema: room.valueSchema(settings, scope) }
  furnished.set(field, made)
  return made
}

const issue = (code: ValueCode, message: string, path: string): ValueIssue => ({ code, message, path, params: {} })

/** Names that every object has from birth, so that a value under them could not be told from nothing. */
const bornNames = new Set(Object.getOwnPropertyNames(Object.prototype).concat('prototype'))

const below = (issues: readonly ValueIssue[], path: string): ValueIssue[] =>
  issues.map((each) => ({ ...each, path: `${path}${each.path}` }))

/** What is wrong with a field as part of a content type or of another field: its name, settings and default. */
export const checkFieldIn = (field: Field, scope: Scope): ValueIssue[] => {
  const room = scope.rooms(field.type)
  if (bornNames.has(field.technicalName)) return [issue('WRONG_TYPE', 'is a reserved name', '.technicalName')]
  const settings = room.settingsSchema.safeParse(field.settings ?? {})
  if (!settings.success) return below(issuesOf(settings.error), '.settings')
  const issues = below(room.checkSettings(settings.data, scope), '.settings')
  if ((field.unique ?? 'none') !== 'none' && !room.canBeUnique)
    issues.push(issue('WRONG_TYPE', 'cannot be unique', '.unique'))
  return issues.length > 0 ? issues : checkDefault(field, scope)
}

const checkDefault = (field: Field, scope: Scope): ValueIssue[] => {
  const { room, settings, schema } = furnish(field, scope)
  const value = inOneGo(room.normaliseInSteps(field.defaultValue ?? null, settings, scope))
  if (room.isEmpty(value)) return []
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : below(issuesOf(parsed.error), '.defaultValue')
}
