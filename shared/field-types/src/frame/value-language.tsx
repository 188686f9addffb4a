import { type LanguageAttributes, languageAttributes } from '@pim/contract/core/text-direction.ts'
import { createContext, type ReactNode, useContext } from 'react'

const ValueLanguageContext = createContext<string | undefined>(undefined)

interface ValueLanguageProps {
  /** The language tag of the variation that the values come from; left out where they belong to no language. */
  readonly tag: string | undefined
  readonly children: ReactNode
}

/**
 * Says in which language the values below it are written. Editors and cells of texts take `lang` and `dir` from it, so that
 * Arabic starts at the right, a screen reader speaks with the right voice and the browser checks the right spelling.
 */
export function ValueLanguage({ tag, children }: ValueLanguageProps) {
  return <ValueLanguageContext value={tag}>{children}</ValueLanguageContext>
}

/** `lang` and `dir` for the element that holds a text of the value. */
export const useTextLanguage = (): LanguageAttributes => languageAttributes(useContext(ValueLanguageContext))
