import { type Adapter, errors } from 'oidc-provider'
import type { ArtifactRepository } from './artifact.repository.ts'
import { refreshTokenId } from './refresh-token.ts'

/** The provider's storage adapter. */
export const artifactAdapter =
  (repository: ArtifactRepository) =>
  (model: string): Adapter => {
    const storedId = model === 'RefreshToken' ? refreshTokenId : (id: string) => id
    return {
      async upsert(id, payload, expiresIn = 36_000) {
        await repository.saveArtifact(model, id, { ...payload }, new Date(Date.now() + expiresIn * 1_000))
      },
      find: (id) => repository.artifact(model, storedId(id)),
      findByUid: (uid) => repository.artifactByUid(model, uid),
      // Only used by the device flow, which is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        // The provider has checked this before, but two concurrent requests would both have seen an unused code.
        if (!(await repository.consumeArtifact(model, id))) throw new errors.InvalidGrant('already used')
      },
      destroy: (id) => repository.removeArtifact(model, storedId(id)),
      revokeByGrantId: (grantId) => repository.removeArtifactsOfGrant(model, grantId),
    }
  }
