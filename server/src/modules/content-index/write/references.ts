import { behaviourOf, type Reference } from '@pim/field-types'
import type { ProjectedVariation } from './projected-variation.ts'

export interface ReferenceRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  readonly technicalFieldName: string
  readonly kind: Reference['kind']
  readonly id: string
  readonly position: number
}

/** What the document points to, each thing once for a field. */
export function referencesOf(document: ProjectedVariation): ReferenceRow[] {
  const { contentVariationId, contentItemId, variationId } = document
  return document.contentType.fields.flatMap((field) => {
    const value = document.values[field.technicalName]?.value
    const behaviour = behaviourOf(field)
    if (value === undefined || behaviour.isEmpty(value)) return []
    const seen = new Set<string>()
    return behaviour.references(value).flatMap(({ kind, id }, position) => {
      if (seen.has(kind + id)) return []
      seen.add(kind + id)
      return [
        { contentVariationId, contentItemId, variationId, technicalFieldName: field.technicalName, kind, id, position },
      ]
    })
  })
}
