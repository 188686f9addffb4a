/** The screen where the edits of a bulk change are put together. */
export const bulkEditPath = '/media-bulk-edit'

/** The screen of a bulk change: its rehearsal, its job, its report. */
export const bulkChangePath = (bulkChangeId: string): string => `/media-bulk-change/${encodeURIComponent(bulkChangeId)}`
