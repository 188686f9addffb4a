import type { ImportFileShape } from '@pim/contract'
import { usePreference } from '@pim/shell'
import type { Profile } from '../../../parts/profiles/profiles-menu.tsx'
import type { MappingDraft } from './mapping-draft.ts'

/** A mapping that has a name, kept in this browser for the tenant. */
export interface MappingProfile extends Profile {
  readonly mapping: MappingDraft
  /** Where somebody had chosen how the file is read. */
  readonly shape?: ImportFileShape
}

const none: readonly MappingProfile[] = []

export const useProfiles = () => usePreference('exchange.import.profiles', none)

/** The mapping that is being put together, so that a reload and the way back from its rehearsal have it. */
export interface KeptDraft {
  readonly importFileId: string
  readonly draft: MappingDraft
}

export const useKeptDraft = () => usePreference<KeptDraft | null>('exchange.import.draft', null)
