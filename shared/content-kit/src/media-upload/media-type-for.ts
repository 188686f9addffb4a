import type { ContentType, Field } from '@pim/contract'
import { fileFieldOf } from '@pim/field-types/facts'

/** Types of files that a field takes, such as `image/*`; none: any. */
export const mimeTypesOf = (field: Pick<Field, 'settings'> | undefined): readonly string[] =>
  Array.isArray(field?.settings?.mimeTypes) ? field.settings.mimeTypes.map(String) : []

/** The media type for a file: one whose binary field names its kind, else one that takes any. */
export function mediaTypeFor(types: readonly ContentType[], mimeType: string): ContentType | undefined {
  const allowed = (type: ContentType): readonly string[] => mimeTypesOf(fileFieldOf(type))
  const names = (pattern: string) =>
    pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1)))
  return types.find((type) => allowed(type).some(names)) ?? types.find((type) => allowed(type).length === 0)
}
