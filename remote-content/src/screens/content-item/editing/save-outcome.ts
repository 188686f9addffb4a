import { ApiError } from '@pim/api-client'
import type { ContentVariation, FieldConflict, FieldError } from '@pim/contract'

/** How a save ended, as the draft needs to tell apart. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly variation: ContentVariation }
  | {
      readonly kind: 'conflict'
      readonly conflicts: readonly FieldConflict[]
      readonly currentVersion: number
      readonly failure: unknown
    }
  | { readonly kind: 'refused'; readonly fieldErrors: readonly FieldError[]; readonly failure: unknown }
  | { readonly kind: 'failed'; readonly failure: unknown; readonly isTransient: boolean }

export function outcomeOf(failure: unknown): SaveOutcome {
  if (!(failure instanceof ApiError)) return { kind: 'failed', failure, isTransient: false }
  const { problem } = failure
  if (problem?.code === 'VERSION_CONFLICT') {
    return {
      kind: 'conflict',
      conflicts: problem.conflicts ?? [],
      currentVersion: problem.currentVersion ?? 0,
      failure,
    }
  }
  if (problem?.fieldErrors?.length) return { kind: 'refused', fieldErrors: problem.fieldErrors, failure }
  return { kind: 'failed', failure, isTransient: failure.isTransient || failure.kind === 401 }
}
