import type { ContentType, Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'

export interface FieldGroup {
  readonly id: string
  readonly label: string
  readonly fields: readonly Field[]
}

const rest = 'rest'

/** The fields in the order of their groups; those that name no group, or one that is gone, come last. */
export function fieldGroups(type: ContentType, language: string, restLabel: string): FieldGroup[] {
  const groups = type.groups ?? []
  const known = new Set(groups.map(({ technicalName }) => technicalName))
  const of = (id: string) =>
    type.fields.filter((field) => (field.group && known.has(field.group) ? field.group : rest) === id)
  return [
    ...groups.map(({ technicalName, friendlyName }) => ({
      id: technicalName,
      label: inLanguage(friendlyName, language, technicalName),
      fields: of(technicalName),
    })),
    { id: rest, label: restLabel, fields: of(rest) },
  ].filter(({ fields }) => fields.length > 0)
}
