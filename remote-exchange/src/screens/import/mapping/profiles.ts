import { useTakeOver } from '@pim/content-kit/saved-choices'
import type { ImportFileShape, NewSavedChoice } from '@pim/contract'
import { type MappingDraft, sentColumns } from './mapping-draft.ts'

/** A mapping that has a name: all that the import of another file needs. */
export interface MappingProfile {
  readonly name: string
  readonly mapping: MappingDraft
  /** Where somebody had chosen how the file is read. */
  readonly shape?: ImportFileShape | undefined
}

export function savedProfile({ name, mapping, shape }: MappingProfile, isShared: boolean): NewSavedChoice {
  const { profileId: _ofAnother, ...content } = mapping
  return {
    kind: 'importProfile',
    name,
    isShared,
    content: { ...content, columns: sentColumns(mapping), ...(shape && { shape }) },
  }
}

/** Saves on the server what this browser kept. */
export const useKeptProfiles = (): void =>
  useTakeOver<MappingProfile>('exchange.import.profiles', (kept) => savedProfile(kept, false))
