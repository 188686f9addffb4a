import { isDeepStrictEqual } from 'node:util'
import { type ContentType, type ContentTypeInput, type FieldError, languageTagSchema } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { checkField, factsOf, preparePatterns, roomOf } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'

/** Adds a field error at a place of one content type. */
type AddError = (place: string, code: FieldErrorCode, message: string) => void

/**
 * All errors in the content types of one request, each with its place, in steps: they may have thousands of patterns. The contract has checked their shape already.
 * `existing` are the types that the tenant has, `deliveryTargets` its channels.
 */
export function* checkTypes(
  inputs: readonly ContentTypeInput[],
  existing: readonly ContentType[],
  deliveryTargets: readonly string[],
): Steps<FieldError[]> {
  const errors: FieldError[] = []
  const taken = new Map(existing.map((type) => [type.technicalName.toLowerCase(), type.technicalName]))
  const seen = new Set<string>()
  const there = new Set([...existing, ...inputs].map((type) => type.technicalName))
  for (const [at, input] of inputs.entries()) {
    const addError: AddError = (place, code, message) =>
      errors.push({ technicalFieldName: `body.contentTypes[${at}]${place}`, code, message })
    const key = input.technicalName.toLowerCase()
    if (seen.has(key)) addError('.technicalName', 'DUPLICATE', `${input.technicalName} is described twice`)
    seen.add(key)
    const same = taken.get(key)
    if (same !== undefined && same !== input.technicalName) {
      addError('.technicalName', 'NAME_TAKEN', `differs from ${same}, which is there already, in case alone`)
    }
    const before = existing.find((type) => type.technicalName === input.technicalName)
    yield* checkType(input, before, there, addError)
    checkChannels(input, before, deliveryTargets, addError)
  }
  return errors
}

/** Work that all patterns of one request may take: sixteen of the largest ones, or thousands of usual ones. */
const mostPatternWork = 5_000_000

/**
 * The error of patterns that are too many and too large together; none otherwise. Beforehand and outside of the transaction that
 * checks the types, as working them out takes longer than others should wait for its locks.
 */
export function* preparePatternsOf(inputs: readonly ContentTypeInput[]): Steps<FieldError[]> {
  let work = 0
  for (const [at, { fields }] of inputs.entries())
    for (const [index, { technicalName, settings }] of fields.entries()) {
      work += yield* preparePatterns(settings)
      yield
      if (work > mostPatternWork)
        return [
          {
            technicalFieldName: `body.contentTypes[${at}].fields[${index}].settings`,
            code: 'TOO_LARGE',
            message: `${technicalName}: up to here, the patterns of the request come to too many states. Shorten them, or send fewer content types at once`,
          },
        ]
    }
  return []
}

/** Whether fields of the type refer to another content type by its technical name. */
export const refersToType = (type: ContentType, technicalName: string): boolean =>
  type.fields.some((field) =>
    checkField(field, (name) => name !== technicalName).some(({ code }) => code === 'UNKNOWN_CONTENT_TYPE'),
  )

function* checkType(
  input: ContentTypeInput,
  before: ContentType | undefined,
  there: ReadonlySet<string>,
  addError: AddError,
): Steps<void> {
  checkName(input.technicalName, '', addError)
  checkText(input.friendlyName, '.friendlyName', addError)
  checkTags(input.description, '.description', addError)
  const groups = checkGroups(input, addError)
  yield* checkFields(input, before, groups, there, addError)
  checkTitle(input, addError)
  checkBinary(input, addError)
}

/** A field can be required on channels that the tenant has, or that it was required on before. */
function checkChannels(
  input: ContentTypeInput,
  before: ContentType | undefined,
  deliveryTargets: readonly string[],
  addError: AddError,
): void {
  for (const [at, { technicalName, required }] of input.fields.entries()) {
    if (!Array.isArray(required)) continue
    const was = before?.fields.find((each) => each.technicalName === technicalName)?.required
    for (const [index, target] of required.entries()) {
      if (deliveryTargets.includes(target) || (Array.isArray(was) && was.includes(target))) continue
      const place = `.fields[${at}].required[${index}]`
      addError(place, 'UNKNOWN_TARGET', `${technicalName}: ${target} is not a delivery target of the tenant`)
    }
  }
}

function checkGroups(input: ContentTypeInput, addError: AddError): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [at, group] of (input.groups ?? []).entries()) {
    const place = `.groups[${at}]`
    if (names.has(group.technicalName)) addError(place, 'DUPLICATE', `the group ${group.technicalName} is there twice`)
    names.add(group.technicalName)
    checkName(group.technicalName, place, addError)
    checkText(group.friendlyName, `${place}.friendlyName`, addError)
  }
  return names
}

function* checkFields(
  input: ContentTypeInput,
  before: ContentType | undefined,
  groups: ReadonlySet<string>,
  there: ReadonlySet<string>,
  addError: AddError,
): Steps<void> {
  const names = new Map<string, string>()
  for (const [at, field] of input.fields.entries()) {
    const place = `.fields[${at}]`
    const { technicalName } = field
    const twin = names.get(technicalName.toLowerCase())
    if (twin !== undefined) {
      const how = twin === technicalName ? 'is there twice' : `differs from ${twin} in case alone`
      addError(`${place}.technicalName`, 'DUPLICATE', `the field ${technicalName} ${how}`)
    }
    names.set(technicalName.toLowerCase(), technicalName)
    checkText(field.friendlyName, `${place}.friendlyName`, addError)
    checkTags(field.helpText, `${place}.helpText`, addError)
    if (field.group !== undefined && !groups.has(field.group)) {
      addError(`${place}.group`, 'UNKNOWN_GROUP', `${technicalName} is in the group ${field.group}, which is not there`)
    }
    const was = before?.fields.find((each) => each.technicalName === technicalName)
    const isKept = was?.type === field.type && isDeepStrictEqual(was.settings, field.settings)
    yield* preparePatterns(field.settings)
    for (const issue of checkField(field, (name) => there.has(name))) {
      // Settings that were accepted before there was a limit stay.
      if (isKept && issue.code === 'TOO_LARGE') continue
      addError(`${place}${issue.path}`, issue.code, `${technicalName}: ${issue.message}`)
    }
    yield
  }
  checkRenames(input, addError)
}

/**
 * Each field can give its values to one other at most. Renames are checked against the stored type in
 * `checkRenamesAgainst`.
 */
function checkRenames(input: ContentTypeInput, addError: AddError): void {
  const sources = new Set<string>()
  for (const [at, { renamedFrom }] of input.fields.entries()) {
    if (renamedFrom === undefined) continue
    if (sources.has(renamedFrom)) {
      addError(`.fields[${at}].renamedFrom`, 'DUPLICATE', `two fields want the values of ${renamedFrom}`)
    }
    sources.add(renamedFrom)
  }
}

function checkTitle(input: ContentTypeInput, addError: AddError): void {
  if (input.titleField === undefined) return
  const field = input.fields.find(({ technicalName }) => technicalName === input.titleField)
  if (field === undefined) addError('.titleField', 'UNKNOWN_FIELD', `${input.titleField} is not a field of this type`)
  else if (!roomOf(field.type).canBeTitle) {
    addError('.titleField', 'NOT_A_TITLE', `${field.technicalName} is of the type ${field.type}, which is no title`)
  }
}

/** A media type has exactly one binary field, and other types have none. */
function checkBinary(input: ContentTypeInput, addError: AddError): void {
  const files = [...input.fields.entries()].filter(([, { type }]) => factsOf(type).isFile)
  if (input.kind === 'media') {
    if (files.length !== 1) {
      addError('.fields', 'BINARY_FIELD', `a media type has exactly one field of the type binary, not ${files.length}`)
    }
    return
  }
  for (const [at, { technicalName }] of files) {
    addError(`.fields[${at}].type`, 'BINARY_FIELD', `${technicalName} is of the type binary: for media types only`)
  }
}

/**
 * Refuses the names of inherited members: `values.constructor` is defined on every object, so a missing value would
 * look present.
 */
function checkName(name: string, place: string, addError: AddError): void {
  if (name in {}) addError(`${place}.technicalName`, 'RESERVED_NAME', `${name} cannot be used as a name`)
}

function checkText(text: Readonly<Record<string, string>>, place: string, addError: AddError): void {
  if (!Object.values(text).some((value) => value.trim() !== '')) {
    addError(place, 'REQUIRED', 'has no text in any language')
  }
  checkTags(text, place, addError)
}

function checkTags(text: Readonly<Record<string, string>> | undefined, place: string, addError: AddError): void {
  for (const tag of Object.keys(text ?? {})) {
    if (!languageTagSchema.safeParse(tag).success) addError(place, 'LANGUAGE_TAG', `${tag} is not a language tag`)
  }
}
