import type { BulkChange } from '@pim/contract'

/** The imports, and what took back one of them. */
export function importsIn(bulkChanges: readonly BulkChange[]): readonly BulkChange[] {
  const imports = new Set(bulkChanges.filter(({ source }) => source === 'file').map(({ bulkChangeId }) => bulkChangeId))
  return bulkChanges.filter(({ source, undoOf }) => source === 'file' || (undoOf !== null && imports.has(undoOf)))
}
