import { useVariations } from '@pim/content-kit'
import { LocalizedInput, type LocalizedInputProps } from '@pim/field-types/react'

/** A text in the languages that the tenant writes in. */
export function LocalisedInput(props: Omit<LocalizedInputProps, 'languages'>) {
  const { variations } = useVariations()
  return <LocalizedInput {...props} languages={(variations ?? []).map(({ languageCode }) => languageCode)} />
}
