import { LocalizedInput, type LocalizedInputProps } from '@pim/field-types/react'
import { useWrittenLanguages } from './written-languages.ts'

/** A text in the languages that the tenant writes in. */
export function LocalisedInput(props: Omit<LocalizedInputProps, 'languages'>) {
  return <LocalizedInput {...props} languages={useWrittenLanguages().languages} />
}
