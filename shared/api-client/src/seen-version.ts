import type { Problem } from '@pim/contract'
import { useState } from 'react'

/** Whether a change was refused because somebody else was faster. */
export const isOvertaken = (problem: Problem | undefined): boolean => problem?.code === 'PRECONDITION_FAILED'

interface Seen {
  readonly id: string
  readonly version: number | undefined
}

/**
 * What to send as `ifMatch`: the version that a person had on the screen when they began to type. It stays while the
 * thing changes behind their words, so that they change nothing unseen. Once they were told (`learn` with what the
 * refusal says), a repeat means the version that there is now. Sections bundle this; it is not shared with the shell.
 */
export function useSeenVersion(id: string, current: number | undefined, isEditing: boolean) {
  const [kept, setKept] = useState<Seen>({ id, version: current })
  const isOther = kept.id !== id
  const known = isOther ? undefined : kept.version
  // Never back to an older one: what is shown may be read again a moment after a save.
  const newest = known === undefined || (current !== undefined && current > known) ? current : known
  const version = isEditing && !isOther ? known : newest
  if (isOther || version !== known) setKept({ id, version })
  return {
    ifMatch: version,
    /** With the version of an answer, or the one that a refusal names. */
    learn: (learned: number | undefined) => {
      if (learned !== undefined) setKept({ id, version: learned })
    },
  }
}
