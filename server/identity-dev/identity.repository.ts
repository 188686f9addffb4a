import type { Database } from '../src/platform/database/database.ts'
import { type AccountRepository, accountRepository } from './account.repository.ts'
import { type ArtifactRepository, artifactRepository } from './artifact.repository.ts'
import { type MembershipRepository, membershipRepository } from './membership.repository.ts'

/** Everything that the embedded provider stores. */
export interface IdentityRepository extends AccountRepository, MembershipRepository, ArtifactRepository {}

export const identityRepository = (database: Database): IdentityRepository => ({
  ...accountRepository(database),
  ...membershipRepository(database),
  ...artifactRepository(database),
})
