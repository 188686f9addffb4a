import type { ContentType, Field } from '@pim/contract'
import { factsOf } from '@pim/field-types/facts'

/** The text that says what a file shows to who cannot see it: named so, or the first text but its title that a publish asks for. */
export function altTextField(type: ContentType): Field | undefined {
  const texts = type.fields.filter((field) => factsOf(field.type).isPlainText)
  return (
    texts.find(({ technicalName }) => technicalName === 'altText') ??
    texts.find(
      ({ technicalName, required = 'never', localizable }) =>
        required !== 'never' && localizable !== false && technicalName !== type.titleField,
    )
  )
}

/** The field of media types that has alternative texts. */
export interface AltTextPlace {
  readonly field: string
  readonly contentTypes: readonly string[]
}

/** The field that most media types have it in, and these types. */
export function altTextPlace(types: readonly ContentType[] | undefined): AltTextPlace | undefined {
  const places = new Map<string, string[]>()
  for (const type of types ?? []) {
    const field = altTextField(type)?.technicalName
    if (field !== undefined) places.set(field, [...(places.get(field) ?? []), type.technicalName])
  }
  const [first] = [...places].toSorted(([, a], [, b]) => b.length - a.length)
  return first && { field: first[0], contentTypes: first[1] }
}
