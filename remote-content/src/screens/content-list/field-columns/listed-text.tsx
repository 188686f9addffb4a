import { useTextLanguage } from '@pim/field-types/react'

/** The beginning of a text that is too long for a row, in its language. */
export function ListedText({ children }: { children: string }) {
  return <bdi {...useTextLanguage()}>{children}</bdi>
}
