import type { Database } from '../src/platform/database/database.ts'
import { type AccountRepository, accountRepository } from './account.repository.ts'
import { type ArtifactRepository, artifactRepository } from './artifact.repository.ts'

/** Everything that the embedded provider stores. */
export interface IdentityRepository extends AccountRepository, ArtifactRepository {}

export const identityRepository = (database: Database): IdentityRepository => ({
  ...accountRepository(database),
  ...artifactRepository(database),
})
