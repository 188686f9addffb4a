import type { FieldKeys, OrderedScan } from './list-source.ts'
import { rangesOfField } from './sort.repository.ts'

/** More ranges than this take longer to plan than they save. */
export const maxRanges = 64

/** None where the field has too many spaces: items have own values in ever other variations. */
export function scanOfField(tenantId: string, keys: FieldKeys, isExact: boolean): OrderedScan | undefined {
  const ranges = rangesOfField(tenantId, keys)
  return ranges.length > maxRanges ? undefined : { ranges, isExact }
}
