import type { ContentType } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { newId } from '../../../platform/database/new-id.ts'
import type { VariationState } from './item-state.ts'
import { isShared, type Values } from './values.ts'

/** The defaults of a type, as values of their own or (where a field is not localizable) as shared ones. */
export const defaultValues = (type: ContentType, place: 'own' | 'shared'): Values =>
  Object.fromEntries(
    type.fields
      .filter((field) => isShared(field) === (place === 'shared') && field.defaultValue !== undefined)
      .map((field) => [field.technicalName, behaviourOf(field).read(field.defaultValue).value])
      .filter(([, value]) => value !== null),
  )

/** Empty, and goes to every delivery target. Defaults stand where a chain ends, so that all who inherit have them. */
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
  binaryId: null,
  mimeType: null,
  createdAt: at,
  createdBy: by,
  modifiedAt: at,
  modifiedBy: by,
})
