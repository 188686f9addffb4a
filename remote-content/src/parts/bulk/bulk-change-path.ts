/** The screen of a bulk change: its rehearsal, its job, its report. */
export const bulkChangePath = (bulkChangeId: string): string =>
  `/content-bulk-change/${encodeURIComponent(bulkChangeId)}`
