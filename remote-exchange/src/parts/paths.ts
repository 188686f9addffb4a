import type { ImportMapping } from '@pim/contract'
import { writeShape } from '../screens/import/file-shape.ts'

/** The screens of this section. */
export const runsPath = '/exchange'
export const importPath = '/exchange/import'
export const exportPath = '/exchange/export'
export const schedulesPath = '/exchange/schedules'

/** The screen of an import: its rehearsal, its job, its report, its undo. */
export const runPath = (bulkChangeId: string): string => `/exchange/run/${encodeURIComponent(bulkChangeId)}`

/** Chooses a file for the mapping that an import had. */
export const importAgainPath = (bulkChangeId: string): string =>
  `${importPath}?like=${encodeURIComponent(bulkChangeId)}`

/** The mapping of an import as it was rehearsed, to be changed; with the choices of one column in view. */
export function changeMappingPath(bulkChangeId: string, mapping: ImportMapping, column?: string): string {
  const address = new URLSearchParams({
    file: mapping.importFileId,
    type: mapping.technicalContentTypeName,
    like: bulkChangeId,
    ...(column !== undefined && { column }),
  })
  if (mapping.shape) writeShape(address, mapping.shape)
  return `${importPath}?${address}`
}
