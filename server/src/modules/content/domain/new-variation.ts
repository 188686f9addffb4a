import type { ContentType } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { newId } from '../../../platform/database/new-id.ts'
import type { VariationState } from './item-state.ts'
import { isShared, type Values } from './values.ts'

/** Default values of a type: own values, or shared ones for fields that are not localizable. */
export const defaultValues = (type: ContentType, place: 'own' | 'shared'): Values =>
  Object.fromEntries(
    type.fields
      .filter((field) => isShared(field) === (place === 'shared') && field.defaultValue !== undefined)
      .map((field) => [field.technicalName, behaviourOf(field).read(field.defaultValue).value])
      .filter(([, value]) => value !== null),
  )

/** Empty, for every delivery target. Only a variation without fallback gets the defaults; the others inherit them. */
export const newVariation = (
  type: ContentType,
  variationId: string,
  fallbackVariationId: string | null,
  { by, at }: { readonly by: string; readonly at: string },
): VariationState => ({
  contentVariationId: newId(),
  variationId,
  status: 'draft',
  version: 1,
  own: fallbackVariationId === null ? defaultValues(type, 'own') : {},
  deliveryTargets: [],
  snapshot: null,
  hasUnpublishedChanges: false,
  completeness: 0,
  readiness: 100,
  missingFields: [],
  translation: 0,
  outdated: {},
  binaryId: null,
  mimeType: null,
  createdAt: at,
  createdBy: by,
  modifiedAt: at,
  modifiedBy: by,
})
