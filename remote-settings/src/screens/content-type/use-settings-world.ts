import { useApiQuery } from '@pim/api-client/react'
import { inLanguage } from '@pim/contract/core/language.ts'
import { factsOf } from '@pim/field-types/facts'
import type { SettingsWorld } from '@pim/field-types/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrittenLanguages } from '../../parts/written-languages.ts'
import type { TypeDraft } from './type-draft.ts'

/** What settings may name: the tenant's types, taxonomies and languages, and the texts of the type itself. */
export function useSettingsWorld({ fields }: TypeDraft): SettingsWorld {
  const { i18n } = useTranslation()
  const { languages } = useWrittenLanguages()
  const { data: types } = useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen' })
  const { data: taxonomies } = useApiQuery('taxonomies.getTaxonomies', {}, { failureGoesTo: 'screen' })
  return useMemo(
    () => ({
      contentTypes: (types ?? []).map(({ technicalName, friendlyName, kind }) => ({
        value: technicalName,
        label: inLanguage(friendlyName, i18n.language, technicalName),
        kind,
      })),
      taxonomies: (taxonomies ?? []).map(({ taxonomyId, friendlyName }) => ({
        value: taxonomyId,
        label: friendlyName,
      })),
      textFields: fields
        .filter(({ field }) => factsOf(field.type).isLine)
        .map(({ field }) => ({
          value: field.technicalName,
          label: inLanguage(field.friendlyName, i18n.language, field.technicalName),
        })),
      languages,
    }),
    [types, taxonomies, fields, languages, i18n.language],
  )
}
