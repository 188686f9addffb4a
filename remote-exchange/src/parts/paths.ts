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
