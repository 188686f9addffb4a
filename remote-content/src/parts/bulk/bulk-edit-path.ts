/** The screen where the edits of a bulk change are put together. */
export const bulkEditPath = '/content-bulk-edit'
