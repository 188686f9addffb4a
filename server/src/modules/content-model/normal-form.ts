import { isDeepStrictEqual } from 'node:util'
import type { ContentType, ContentTypeInput, Field, FieldInput, LocalizedText } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'

/**
 * The canonical form of a content type: keys in the contract's order, defaults left out. Definitions that mean the same
 * become equal, so seeding a type twice changes nothing.
 */
export const normalType = (input: ContentTypeInput): ContentType => ({
  technicalName: input.technicalName,
  friendlyName: normalText(input.friendlyName),
  ...textPart('description', input.description),
  kind: input.kind,
  ...(input.titleField !== undefined && { titleField: input.titleField }),
  ...(input.groups !== undefined &&
    input.groups.length > 0 && {
      groups: input.groups.map(({ technicalName, friendlyName }) => ({
        technicalName,
        friendlyName: normalText(friendlyName),
      })),
    }),
  fields: input.fields.map(normalField),
})

const normalField = (input: FieldInput): Field => ({
  technicalName: input.technicalName,
  friendlyName: normalText(input.friendlyName),
  ...textPart('helpText', input.helpText),
  type: input.type,
  ...(input.group !== undefined && { group: input.group }),
  ...requiredPart(input.required),
  ...(input.localizable === false && { localizable: false }),
  ...(input.unique !== undefined && input.unique !== 'none' && { unique: input.unique }),
  ...defaultPart(input),
  ...(input.settings !== undefined && Object.keys(input.settings).length > 0 && { settings: input.settings }),
})

const requiredPart = (required: FieldInput['required']): Pick<Field, 'required'> =>
  required === undefined || required === 'never'
    ? {}
    : { required: required === 'onPublish' ? required : [...new Set(required)].sort() }

/** The default value in its stored form, so that a new item that takes it over has no change in its history. */
const defaultPart = (input: FieldInput) => {
  if (input.defaultValue === undefined) return {}
  const { value } = behaviourOf(input).read(input.defaultValue)
  return value === null ? {} : { defaultValue: value }
}

const normalText = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(text)
      .map(([language, value]) => [language, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

const textPart = <Key extends 'description' | 'helpText'>(key: Key, text: LocalizedText | undefined) => {
  const normal = text === undefined ? {} : normalText(text)
  return (Object.keys(normal).length === 0 ? {} : { [key]: normal }) as { [K in Key]?: LocalizedText }
}

export const isSameType = (a: ContentType, b: ContentType): boolean => isDeepStrictEqual(a, b)
