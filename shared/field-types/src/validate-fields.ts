import type { ContentType, Field, FieldError, Readiness } from '@pim/contract'
import { isShapeIssue, type ValueCode, type ValueIssue } from './core/issue.ts'
import { inOneGo, type Steps } from './core/steps.ts'
import { behaviourOf, type ValueReading } from './field-behaviour.ts'

export interface FieldIssue extends FieldError {
  readonly code: ValueCode
  /** Where inside the value, as `[0].amount`; empty for the value itself. */
  readonly path: string
  readonly params: ValueIssue['params']
  /** It cannot be kept, not even in a working copy; otherwise it only stands in the way of publishing. */
  readonly isShape: boolean
}

const ofField = (field: Field, issue: ValueIssue): FieldIssue => ({
  technicalFieldName: field.technicalName,
  code: issue.code,
  message: issue.path === '' ? issue.message : `${issue.path.replace(/^\./, '')} ${issue.message}`,
  path: issue.path,
  params: issue.params,
  isShape: isShapeIssue(issue),
})

const isRequired = (field: Field): boolean => field.required === 'onPublish'

type Values = Readonly<Record<string, unknown>>

const own = (values: Values, field: Field): unknown =>
  Object.hasOwn(values, field.technicalName) ? values[field.technicalName] : null

/** What stands in the way of one field; takes values as they were typed. */
export const validateField = (field: Field, value: unknown): FieldIssue[] =>
  issuesOfReading(field, behaviourOf(field).read(value))

/** The same of a value that has been read. */
export const issuesOfReading = (field: Field, reading: ValueReading): FieldIssue[] => {
  if (reading.value === null && isRequired(field))
    return [ofField(field, { code: 'REQUIRED', message: 'is required', path: '', params: {} })]
  return reading.issues.map((issue) => ofField(field, issue))
}

/**
 * What stands in the way of publishing these values, own and inherited alike. A working copy may be kept as long as
 * no issue `isShape`. The browser asks the same while one types.
 */
export const validateFields = (type: ContentType, values: Values): FieldIssue[] =>
  inOneGo(validateFieldsInSteps(type, values))

/** The same in steps. */
export function* validateFieldsInSteps(type: ContentType, values: Values): Steps<FieldIssue[]> {
  const known = new Set(type.fields.map((field) => field.technicalName))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  const issues: FieldIssue[] = []
  for (const field of type.fields) {
    issues.push(...issuesOfReading(field, yield* behaviourOf(field).readInSteps(own(values, field))))
    yield
  }
  return [
    ...issues,
    ...unknown.map((technicalFieldName) => ({
      technicalFieldName,
      code: 'UNKNOWN_FIELD' as const,
      message: 'is not a field of this content type',
      path: '',
      params: {},
      isShape: true,
    })),
  ]
}

/** The share of the fields required on publish that have a value, in per cent; 100 only when all of them do. */
export const resolveCompleteness = (type: ContentType, values: Values): number => {
  const required = type.fields.filter(isRequired)
  if (required.length === 0) return 100
  const filled = required.filter((field) => !behaviourOf(field).isEmpty(own(values, field)))
  return Math.floor((filled.length / required.length) * 100)
}

/* What is required by channel. */

const requiredSomewhere = new WeakMap<ContentType, readonly Field[]>()

/** The fields that some channel requires: what a publish could lack. */
export function requiredFields(type: ContentType): readonly Field[] {
  const known = requiredSomewhere.get(type)
  if (known !== undefined) return known
  const fields = type.fields.filter(({ required }) => required !== undefined && required !== 'never')
  requiredSomewhere.set(type, fields)
  return fields
}

/** The channels that have the variation; one without `variationIds` has every variation. */
export const channelsWith = <Of extends { readonly variationIds: readonly string[] }>(
  channels: readonly Of[],
  variationId: string,
): Of[] => channels.filter(({ variationIds }) => variationIds.length === 0 || variationIds.includes(variationId))

export const isRequiredOn = ({ required }: Field, channel: string): boolean =>
  required === 'onPublish' || (Array.isArray(required) && required.includes(channel))

/** In per cent, of so many required fields so many missing; 100 only where none is missing. */
export const percentOf = (required: number, missing: number): number =>
  required === 0 ? 100 : Math.floor(((required - missing) / required) * 100)

/** Readiness by channel, where delivery would lack these fields, of all that are required on some channel. */
export const readinessFrom = (
  type: ContentType,
  missingFields: readonly string[],
  channels: readonly string[],
): Readiness[] => {
  const lacked = new Set(missingFields)
  return channels.map((deliveryTarget) => {
    const required = requiredFields(type).filter((field) => isRequiredOn(field, deliveryTarget))
    const missing = required.map(({ technicalName }) => technicalName).filter((name) => lacked.has(name))
    return { deliveryTarget, percent: percentOf(required.length, missing.length), missing }
  })
}
