import { type Adapter, errors } from 'oidc-provider'
import type { IdentityRepository } from './account.repository.ts'
import { opaquePart } from './refresh-token.ts'

/** The provider's way to its rows. */
export const artifactAdapter =
  (repository: IdentityRepository) =>
  (model: string): Adapter => {
    const plain = model === 'RefreshToken' ? opaquePart : (id: string) => id
    return {
      async upsert(id, payload, expiresIn = 36_000) {
        await repository.saveArtifact(model, id, { ...payload }, new Date(Date.now() + expiresIn * 1_000))
      },
      find: (id) => repository.artifact(model, plain(id)),
      findByUid: (uid) => repository.artifactByUid(model, uid),
      // Only the device flow, which is off, asks for these.
      findByUserCode: async () => undefined,
      async consume(id) {
        // The provider looked before; two at once would both have seen an unused code.
        if (!(await repository.consumeArtifact(model, id))) throw new errors.InvalidGrant('already used')
      },
      destroy: (id) => repository.removeArtifact(model, plain(id)),
      revokeByGrantId: (grantId) => repository.removeArtifactsOfGrant(model, grantId),
    }
  }
