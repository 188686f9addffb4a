import type { ImportMapping } from '@pim/contract'
import { usePreference } from '@pim/shell'

/** The mapping that is being put together, so that a reload and the way back from its rehearsal have it. */
export interface KeptDraft {
  readonly importFileId: string
  readonly draft: Omit<ImportMapping, 'importFileId' | 'shape'>
}

export const useKeptDraft = () => usePreference<KeptDraft | null>('exchange.import.draft', null)
