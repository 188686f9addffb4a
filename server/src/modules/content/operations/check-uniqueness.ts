import type { UniquenessRequest, UniquenessResult } from '@pim/contract'
import { behaviourOf, validateField } from '@pim/field-types'
import { invalidPlace, Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { workingSlot } from '../domain/item-state.ts'
import { scopeKeyOf, valueKeyOf } from '../domain/unique-values.ts'
import { fieldsOf, isShared } from '../domain/values.ts'
import { findPlace } from '../store/item-read.repository.ts'
import { loadItem } from '../store/load.ts'
import { findHolders } from '../store/unique-value.repository.ts'

/** Who holds the value now. Only advice for the editor: the unique index decides on save. */
export async function checkUniqueness(
  trx: Transaction,
  tenantId: string,
  request: UniquenessRequest,
): Promise<UniquenessResult> {
  const { technicalFieldName, contentVariationId } = request
  const stored = await findTypeByName(trx, tenantId, request.contentTypeTechnicalName)
  const field = stored && fieldsOf(stored.type).get(technicalFieldName)
  if (stored === undefined || field === undefined) throw new Problem('NOT_FOUND')
  if (field.unique === undefined || field.unique === 'none') {
    throw new Problem('VALIDATION_FAILED', {
      fieldErrors: [{ technicalFieldName, code: 'NOT_UNIQUE_FIELD', message: 'is not a field of unique values' }],
    })
  }
  const { value, issues } = behaviourOf(field).read(request.value)
  if (issues.length > 0) {
    throw new Problem('VALIDATION_FAILED', {
      fieldErrors: validateField(field, request.value).map(({ code, message, params }) => ({
        technicalFieldName,
        code,
        message,
        ...(Object.keys(params).length > 0 && { params }),
      })),
    })
  }

  const own = contentVariationId === undefined ? undefined : await findPlace(trx, tenantId, contentVariationId)
  if (contentVariationId !== undefined && own === undefined) throw new Problem('NOT_FOUND')
  const variations = await variationsOf(trx, tenantId)
  const variationId = request.variationId ?? own?.variationId ?? variations[0]?.variationId
  if (variationId === undefined || !variations.some((each) => each.variationId === variationId)) {
    throw invalidPlace('body.variationId', 'NOT_FOUND', 'is not a variation of the tenant')
  }

  const scopeKey = scopeKeyOf(field, stored.contentTypeId, variationId)
  const valueKey = valueKeyOf(field, value)
  const scope = field.unique
  if (scopeKey === null || valueKey === null) return { isUnique: true, scope, conflicts: [] }
  const holders = await findHolders(trx, tenantId, [{ scopeKey, valueKey }])
  const others = holders.filter(({ contentItemId }) => contentItemId !== own?.contentItemId)
  const conflicts = await Promise.all(
    others.map(async ({ contentItemId, name }) => {
      const { item } = await loadItem(trx, tenantId, contentItemId)
      const shows = [...item.variations.values()].find(
        (each) =>
          (scope !== 'variation' || each.variationId === variationId) &&
          valueKeyOf(field, workingSlot(item, each, technicalFieldName, isShared(field))?.value) === valueKey,
      )
      return shows === undefined ? [] : [{ contentItemId, contentVariationId: shows.contentVariationId, name }]
    }),
  )
  return { isUnique: others.length === 0, scope, conflicts: conflicts.flat() }
}
