import { useVariations } from '@pim/content-kit'
import { languageToWrite } from '@pim/contract/core/language.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The languages that the tenant writes in, its default first, and the one in which names are asked for. */
export function useWrittenLanguages(): { readonly languages: readonly string[]; readonly asked: string } {
  const { i18n } = useTranslation()
  const { variations } = useVariations()
  const languages = useMemo(
    () =>
      (variations ?? [])
        .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
        .map(({ languageCode }) => languageCode),
    [variations],
  )
  return { languages, asked: languageToWrite(i18n.language, languages) }
}
