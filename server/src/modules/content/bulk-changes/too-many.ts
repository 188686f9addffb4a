import { maxBulkChangeRows } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'

/** More rows than a bulk change may have; `finds` says where they come from. */
export function tooMany(place: string, finds: string): Problem {
  const message = `The ${finds} more than ${maxBulkChangeRows} items, the most that one bulk change may have.`
  const params = { max: maxBulkChangeRows }
  return new Problem('INVALID_REQUEST', {
    fieldErrors: [{ technicalFieldName: place, code: 'TOO_MANY', message, params }],
  })
}
