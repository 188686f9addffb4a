import { type ContentType, type ContentTypeInput, type FieldError, languageTagSchema } from '@pim/contract'
import { checkField, roomOf } from '@pim/field-types'

/** A place in one content type, and what is wrong there. */
type Complain = (place: string, code: string, message: string) => void

/**
 * Everything that is wrong with the content types of one request, each at its place. The shapes are right already:
 * the contract has seen to that. `existing`: those that the tenant has.
 */
export function checkTypes(inputs: readonly ContentTypeInput[], existing: readonly ContentType[]): FieldError[] {
  const errors: FieldError[] = []
  const taken = new Map(existing.map((type) => [type.technicalName.toLowerCase(), type.technicalName]))
  const seen = new Set<string>()
  const there = new Set([...existing, ...inputs].map((type) => type.technicalName))
  for (const [at, input] of inputs.entries()) {
    const complain: Complain = (place, code, message) =>
      errors.push({ technicalFieldName: `body.contentTypes[${at}]${place}`, code, message })
    const key = input.technicalName.toLowerCase()
    if (seen.has(key)) complain('.technicalName', 'DUPLICATE', `${input.technicalName} is described twice`)
    seen.add(key)
    const same = taken.get(key)
    if (same !== undefined && same !== input.technicalName) {
      complain('.technicalName', 'NAME_TAKEN', `differs from ${same}, which is there already, in case alone`)
    }
    checkType(input, there, complain)
  }
  return errors
}

/** Whether places of the type are kept for items of another one, which then has to stay. */
export const needsType = (type: ContentType, technicalName: string): boolean =>
  type.fields.some((field) =>
    checkField(field, (name) => name !== technicalName).some(({ code }) => code === 'UNKNOWN_CONTENT_TYPE'),
  )

function checkType(input: ContentTypeInput, there: ReadonlySet<string>, complain: Complain): void {
  checkName(input.technicalName, '', complain)
  checkText(input.friendlyName, '.friendlyName', complain)
  checkTags(input.description, '.description', complain)
  const groups = checkGroups(input, complain)
  checkFields(input, groups, there, complain)
  checkTitle(input, complain)
  checkBinary(input, complain)
}

function checkGroups(input: ContentTypeInput, complain: Complain): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [at, group] of (input.groups ?? []).entries()) {
    const place = `.groups[${at}]`
    if (names.has(group.technicalName)) complain(place, 'DUPLICATE', `the group ${group.technicalName} is there twice`)
    names.add(group.technicalName)
    checkName(group.technicalName, place, complain)
    checkText(group.friendlyName, `${place}.friendlyName`, complain)
  }
  return names
}

function checkFields(
  input: ContentTypeInput,
  groups: ReadonlySet<string>,
  there: ReadonlySet<string>,
  complain: Complain,
): void {
  const names = new Map<string, string>()
  for (const [at, field] of input.fields.entries()) {
    const place = `.fields[${at}]`
    const { technicalName } = field
    const twin = names.get(technicalName.toLowerCase())
    if (twin !== undefined) {
      const how = twin === technicalName ? 'is there twice' : `differs from ${twin} in case alone`
      complain(`${place}.technicalName`, 'DUPLICATE', `the field ${technicalName} ${how}`)
    }
    names.set(technicalName.toLowerCase(), technicalName)
    checkText(field.friendlyName, `${place}.friendlyName`, complain)
    checkTags(field.helpText, `${place}.helpText`, complain)
    if (field.group !== undefined && !groups.has(field.group)) {
      complain(`${place}.group`, 'UNKNOWN_GROUP', `${technicalName} is in the group ${field.group}, which is not there`)
    }
    for (const issue of checkField(field, (name) => there.has(name))) {
      complain(`${place}${issue.path}`, issue.code, `${technicalName}: ${issue.message}`)
    }
  }
  checkRenames(input, complain)
}

/** Whether a rename fits the type as it is now is seen when the two are compared; here, that it can be meant at all. */
function checkRenames(input: ContentTypeInput, complain: Complain): void {
  const sources = new Set<string>()
  for (const [at, { renamedFrom }] of input.fields.entries()) {
    if (renamedFrom === undefined) continue
    if (sources.has(renamedFrom)) {
      complain(`.fields[${at}].renamedFrom`, 'DUPLICATE', `two fields want the values of ${renamedFrom}`)
    }
    sources.add(renamedFrom)
  }
}

function checkTitle(input: ContentTypeInput, complain: Complain): void {
  if (input.titleField === undefined) return
  const field = input.fields.find(({ technicalName }) => technicalName === input.titleField)
  if (field === undefined) complain('.titleField', 'UNKNOWN_FIELD', `${input.titleField} is not a field of this type`)
  else if (!roomOf(field.type).canBeTitle) {
    complain('.titleField', 'NOT_A_TITLE', `${field.technicalName} is of the type ${field.type}, which is no title`)
  }
}

/** What makes a type a media type is one file, and nothing else can carry one. */
function checkBinary(input: ContentTypeInput, complain: Complain): void {
  const files = [...input.fields.entries()].filter(([, { type }]) => type === 'binary')
  if (input.kind === 'media') {
    if (files.length !== 1) {
      complain('.fields', 'BINARY_FIELD', `a media type has exactly one field of the type binary, not ${files.length}`)
    }
    return
  }
  for (const [at, { technicalName }] of files) {
    complain(`.fields[${at}].type`, 'BINARY_FIELD', `${technicalName} is of the type binary: for media types only`)
  }
}

/** `values.constructor` of an object without such a value is not undefined; such a name would be a trap for readers. */
function checkName(name: string, place: string, complain: Complain): void {
  if (name in {}) complain(`${place}.technicalName`, 'RESERVED_NAME', `${name} cannot be used as a name`)
}

function checkText(text: Readonly<Record<string, string>>, place: string, complain: Complain): void {
  if (!Object.values(text).some((value) => value.trim() !== '')) {
    complain(place, 'REQUIRED', 'has no text in any language')
  }
  checkTags(text, place, complain)
}

function checkTags(text: Readonly<Record<string, string>> | undefined, place: string, complain: Complain): void {
  for (const tag of Object.keys(text ?? {})) {
    if (!languageTagSchema.safeParse(tag).success) complain(place, 'LANGUAGE_TAG', `${tag} is not a language tag`)
  }
}
