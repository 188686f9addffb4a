import type { Database } from '../database/database.ts'
import type { ExternalSection } from './external-section.ts'
import { findSeenSection, storeSeenSection } from './seen-section.repository.ts'

/** What sections on other servers were like when these last answered: it outlives a restart of this server. */
export interface SeenSections {
  find(manifestUrl: string): Promise<ExternalSection | undefined>
  keep(manifestUrl: string, section: ExternalSection): Promise<void>
}

export const seenSectionsIn = (database: Pick<Database, 'asSystem'>): SeenSections => ({
  find: (manifestUrl) => database.asSystem((system) => findSeenSection(system, manifestUrl)),
  keep: (manifestUrl, section) => database.asSystem((system) => storeSeenSection(system, manifestUrl, section)),
})
