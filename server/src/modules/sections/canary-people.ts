import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { type CanaryPeople, type Deployment, noteGiven } from '../../platform/releases/index.ts'

/** Failures of the last minutes count towards taking a canary back by itself. */
export const withinMinutes = 10
/** A canary is taken back by itself once it has failed for so many people, and for this share of all who got it. */
const fewest = 3
const share = 0.05

/** Below that, whoever runs the installation decides. */
export const isTakenBack = ({ given, lately }: Pick<CanaryPeople, 'given' | 'lately'>): boolean =>
  lately >= Math.max(fewest, share * given)

/** Nobody learns from the rows who a person is. */
export const hashOfPerson = (userId: string): Buffer => createHash('sha256').update(userId).digest()

const maxRemembered = 50_000

export type NoteGiven = (
  canary: Pick<Deployment, 'section' | 'canaryRelease' | 'canaryAt'>,
  userId: string,
) => Promise<void>

/** Keeps to whom canary releases are given: the reports of others do not count. */
export function createNoteGiven(database: Pick<Database, 'asSystem'>, onError: (error: unknown) => void): NoteGiven {
  const noted = new LRUCache<string, true>({ max: maxRemembered })
  return async ({ section, canaryRelease: release, canaryAt }, userId) => {
    if (release === null) return
    // One that is begun again is another one.
    const key = `${section} ${release} ${canaryAt} ${userId}`
    if (noted.has(key)) return
    try {
      await database.asSystem((system) => noteGiven(system, { section, release, person: hashOfPerson(userId) }))
      noted.set(key, true)
    } catch (error) {
      // They get it all the same; the next start of the page notes it.
      onError(error)
    }
  }
}
