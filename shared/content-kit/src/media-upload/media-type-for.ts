import type { ContentType } from '@pim/contract'

export const binaryFieldOf = (type: ContentType) => type.fields.find((field) => field.type === 'binary')

/** The media type for a file: one whose binary field names its kind, else one that takes any. */
export function mediaTypeFor(types: readonly ContentType[], mimeType: string): ContentType | undefined {
  const allowed = (type: ContentType): readonly string[] => {
    const settings = binaryFieldOf(type)?.settings
    return Array.isArray(settings?.mimeTypes) ? settings.mimeTypes.map(String) : []
  }
  const names = (pattern: string) =>
    pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1)))
  return types.find((type) => allowed(type).some(names)) ?? types.find((type) => allowed(type).length === 0)
}
