import type { FieldError, WhenChanged } from '@pim/contract'
import type { Steps } from '@pim/field-types/steps'
import { Problem } from '../../../core/problem.ts'
import type { VersionAction } from '../domain/derived-changes.ts'
import type { ItemState, Outdated } from '../domain/item-state.ts'
import type { Edits } from '../domain/merge.ts'
import type { LiveBack, PlannedItem } from '../domain/planned-item.ts'
import type { Claim } from '../domain/unique-values.ts'
import type { FieldReferences, Slot } from '../domain/values.ts'
import type { ImportedItem } from '../imports/asked-by-file.ts'
import type { Missing } from '../operations/check-references.ts'

/** What is checked of an item once the targets of all references of the batch are known. */
export interface ReferenceCheck {
  readonly variationId: string
  readonly missing: Missing
  readonly wanted: readonly FieldReferences[]
}

/** A part of a batch, with what only this server's own callers ask for. */
export interface AskedItem extends ImportedItem {
  /** The id that it is made with, where it is not there yet. */
  readonly newContentItemId?: string
  /** By variation, the texts that are behind their sources from then on. */
  readonly outdated?: ReadonlyMap<string, Outdated>
  /** By variation, what is live again in place of what is live now, and the status where that is nothing. */
  readonly livesBack?: ReadonlyMap<string, LiveBack>
  /** Of an import by a profile: the choice for this item, in place of that of the profile. */
  readonly whenChanged?: WhenChanged | undefined
  /** It is no item of the file: the profile says what becomes of one that is gone. */
  readonly isGone?: true
}

/** A value that was changed by something else than its source, since this wrote it. */
export interface ChangedPlace {
  readonly variationId: string
  readonly name: string
  /** What the source says. */
  readonly wanted: Slot
  readonly choice: WhenChanged
  readonly by: string
  readonly at: string
}

/** One item of a batch on its way from the request to its result. */
export interface Entry {
  readonly index: number
  readonly asked: AskedItem
  /** What the key of the request claims, where it names one. */
  readonly key: Claim | undefined
  /** As it was locked; null for a new one. */
  readonly before: ItemState | null
  /** The item that the new one is a copy of. */
  readonly original: ItemState | undefined
  /** The deleted item that the new one would be again. */
  deleted?: ItemState
  /** As it is wanted, as far as the plan has come. */
  state: ItemState
  /** By variation: what the request would change. */
  edits: ReadonlyMap<string, Edits>
  readonly actions: Map<string, VersionAction>
  readonly references: ReferenceCheck[]
  /** The keys of items that its links lead to and that are not there yet. */
  readonly waitsFor: Set<string>
  readonly changedSince: ChangedPlace[]
  /** Result of the requested steps; undefined without any. */
  planned: PlannedItem | undefined
  problem: Problem | undefined
}

/** An item that could not even be found. */
export interface LostEntry {
  readonly index: number
  readonly problem: Problem
}

/** Runs `work` for each entry that has not failed; a problem is the entry's own and leaves the others alone. */
export function eachEntry(entries: readonly Entry[], work: (entry: Entry) => void): void {
  for (const entry of entries) {
    if (entry.problem !== undefined) continue
    try {
      work(entry)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      entry.problem = error
    }
  }
}

/** Runs `work` for each variation, and gathers the field errors of all of them into one problem. */
export function* eachVariation(
  variationIds: Iterable<string>,
  work: (variationId: string) => Steps<void> | undefined,
): Steps<void> {
  const fieldErrors: FieldError[] = []
  for (const variationId of variationIds) {
    try {
      yield* work(variationId) ?? []
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'VALIDATION_FAILED')) throw error
      fieldErrors.push(...ofVariation(variationId, error.details.fieldErrors ?? []))
    }
  }
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}

export const ofVariation = (variationId: string, errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, variationId }))
