import { behaviourOf } from '@pim/field-types'
import { invalidPlace } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTaxonomyIds, taxonomyExists } from '../../taxonomies/index.ts'
import { fieldsOf } from '../domain/values.ts'
import type { ImportPlan } from './import-plan.ts'
import { takesAdditions, taxonomyOf } from './missing-names.ts'
import { namesConcepts } from './named-things.ts'

/** Throws `INVALID_REQUEST` where something is to be made for names of a field that takes none, or of which nobody says in which taxonomy. */
export async function requireAdditionPlaces(
  trx: Transaction,
  tenantId: string,
  { mapping, type }: ImportPlan,
): Promise<void> {
  const fields = fieldsOf(type)
  for (const [index, { target, adds }] of mapping.columns.entries()) {
    if (adds === undefined) continue
    const at = `body.file.columns[${index}].adds`
    const field = target.kind === 'field' ? fields.get(target.technicalFieldName) : undefined
    if (field === undefined || !takesAdditions(field))
      throw invalidPlace(at, 'NOT_ALLOWED', 'is for columns of options or concepts alone')
    const { taxonomyIds } = behaviourOf(field).settings as { taxonomyIds?: string[] }
    if (!namesConcepts(field)) continue
    const taxonomyId = taxonomyOf(field, adds)
    if (taxonomyId === undefined)
      throw invalidPlace(`${at}.taxonomyId`, 'REQUIRED', 'is required: the field takes several')
    if (taxonomyIds?.includes(taxonomyId) === false)
      throw invalidPlace(`${at}.taxonomyId`, 'NOT_ALLOWED', 'is no taxonomy that the field takes')
    if (!(await taxonomyExists(trx, tenantId, taxonomyId)))
      throw invalidPlace(`${at}.taxonomyId`, 'NOT_FOUND', 'is no taxonomy of the tenant')
    const { parentConceptId } = adds
    const [parent] =
      parentConceptId === undefined ? [] : (await findTaxonomyIds(trx, tenantId, [parentConceptId])).values()
    if (parentConceptId !== undefined && parent !== taxonomyId)
      throw invalidPlace(`${at}.parentConceptId`, 'NOT_FOUND', 'is no concept of the taxonomy')
  }
}

/** Whether options may be made, which changes the content type. */
export const addsOptions = ({ mapping, type }: ImportPlan): boolean =>
  mapping.columns.some(({ target, adds }) => {
    const field = target.kind === 'field' ? fieldsOf(type).get(target.technicalFieldName) : undefined
    return adds !== undefined && field !== undefined && !namesConcepts(field)
  })
