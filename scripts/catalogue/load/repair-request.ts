import type { PartProblem } from '@pim/contract'
import type { ItemRequest } from './item-batches.ts'

/**
 * The request without the fields that it was refused for, so that the others are loaded; such an item is not published.
 * Undefined where the problem is not about fields, or nothing would be left out.
 */
export function repaired(request: ItemRequest, { code, fieldErrors = [] }: PartProblem): ItemRequest | undefined {
  if (code === 'VERSION_CONFLICT') return withoutBase(request)
  if (code !== 'VALIDATION_FAILED' && code !== 'UNIQUENESS_CONFLICT') return undefined
  if (fieldErrors.some(({ technicalFieldName }) => technicalFieldName === request.key?.technicalFieldName))
    return undefined
  // A value that is required and empty is no wrong value: it may be empty on purpose, and stays in what is not published.
  const isRefused = (field: string, inVariation: string | undefined) =>
    fieldErrors.some(
      ({ code: fault, technicalFieldName, variationId }) =>
        fault !== 'REQUIRED' &&
        technicalFieldName === field &&
        (variationId === undefined || variationId === inVariation),
    )
  const variations = request.variations?.map(({ step: _step, fields = [], ...variation }) => ({
    ...variation,
    fields: fields.filter(({ technicalFieldName }) => !isRefused(technicalFieldName, variation.variationId)),
  }))
  const links = request.links?.filter(
    ({ technicalFieldName, variationId }) => !isRefused(technicalFieldName, variationId),
  )
  return { ...request, ...(variations && { variations }), ...(links && { links }) }
}

/** Somebody was faster than this run: now the server decides, field by field, what is theirs. */
const withoutBase = ({ variations = [], ...request }: ItemRequest): ItemRequest => ({
  ...request,
  variations: variations.map(({ baseVersion: _baseVersion, ...variation }) => variation),
})
