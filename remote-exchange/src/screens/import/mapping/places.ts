import type { ContentType, Field, ImportColumnTarget } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { TFunction } from 'i18next'

/** Where a column can go, as one chooses it; the variation is a choice of its own. */
export interface Place {
  readonly id: string
  readonly label: string
  /** The technical name, where the label is another one. */
  readonly hint: string
  readonly target: ImportColumnTarget
  readonly field?: Field
}

const general = ['ignored', 'id', 'name', 'variation', 'channels'] as const

export function placesOf(type: ContentType, t: TFunction, language: string): readonly Place[] {
  return [
    ...general.map((kind) => ({ id: kind, label: t(`exchange.place.${kind}`), hint: '', target: { kind } })),
    ...type.fields.map((field) => {
      const label = inLanguage(field.friendlyName, language, field.technicalName)
      return {
        id: `field ${field.technicalName}`,
        label,
        hint: label === field.technicalName ? '' : field.technicalName,
        target: { kind: 'field' as const, technicalFieldName: field.technicalName },
        field,
      }
    }),
  ]
}

export const placeIdOf = (target: ImportColumnTarget): string =>
  target.kind === 'field' ? `field ${target.technicalFieldName}` : target.kind
