import type { Database } from '../database/database.ts'
import type { SeenSections } from './external-section.ts'
import { findSeenSection, storeSeenSection } from './seen-section.repository.ts'

export const seenSectionsIn = (database: Pick<Database, 'asSystem'>): SeenSections => ({
  find: (manifestUrl) => database.asSystem((system) => findSeenSection(system, manifestUrl)),
  keep: (manifestUrl, section) => database.asSystem((system) => storeSeenSection(system, manifestUrl, section)),
})
