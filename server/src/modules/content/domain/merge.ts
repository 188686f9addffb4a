import { isSameSlot, type Slot } from './values.ts'

/** A wish for one place: a value, or (undefined) to give it back to the fallback. */
export type Edits = ReadonlyMap<string, Slot>

export interface MergeConflict {
  readonly name: string
  readonly base: Slot
  readonly mine: Slot
  readonly theirs: Slot
}

export interface Merged {
  /** What is left to be done to the places as they are now. */
  readonly apply: Edits
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Three ways to one: `changedSince` holds, for each place that has changed since the writer read it, what the writer
 * saw there. A place that only one side changed takes that side; both sides the same is agreement; anything else is a
 * conflict, a reset against an edit too.
 */
export function merge(edits: Edits, current: (name: string) => Slot, changedSince: ReadonlyMap<string, Slot>): Merged {
  const apply = new Map<string, Slot>()
  const conflicts: MergeConflict[] = []
  for (const [name, mine] of edits) {
    const theirs = current(name)
    if (isSameSlot(mine, theirs)) continue
    if (!changedSince.has(name)) {
      apply.set(name, mine)
      continue
    }
    const base = changedSince.get(name)
    // Changed and changed back is no change; and who sends back what they saw has not edited it.
    if (isSameSlot(base, theirs)) apply.set(name, mine)
    else if (!isSameSlot(base, mine)) conflicts.push({ name, base, mine, theirs })
  }
  return { apply, conflicts }
}
