import type { CreateDeployKey, contract, DeployKey, NewDeployKey } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { DeployKeyGrant } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { appendChange, publicKeyOf } from '../../platform/releases/index.ts'
import { endDeployKey, findDeployKeys, insertDeployKey, useDeployKey } from './deploy-key.repository.ts'
import { hashOf, maxKeyLength, newSecret, prefixOf } from './secret.ts'

/** Looks a deploy key up in the database at each call, so no other server has to be told when one ends. */
export function createDeployKeyCheck(database: Database) {
  return async (key: string, beforeLookUp: () => void): Promise<DeployKeyGrant | undefined> => {
    if (key.length > maxKeyLength) return undefined
    beforeLookUp()
    return await database.asSystem((system) => useDeployKey(system, hashOf(key)))
  }
}

/** Keys that sections are deployed by. What is done with them is written down with what is done with the section's releases. */
export function deployKeysHandlers(database: Database): Handlers<typeof contract.deployKeys> {
  const create = async (by: string, request: CreateDeployKey): Promise<NewDeployKey> => {
    const key = newSecret()
    const { section, name } = request
    const rights = [...new Set(request.rights)]
    const made = await database.asSystem(async (system) => {
      await appendChange(system, { section, action: 'makeKey', release: null, by, details: { key: name, rights } })
      return await insertDeployKey(system, {
        deployKeyId: newId(),
        section,
        name,
        rights,
        prefix: prefixOf(key),
        hash: hashOf(key),
        publicKey: publicKeyOf(key),
        expiresAt: request.expiresAt ?? null,
        createdBy: by,
      })
    })
    return { ...made, key }
  }

  const revoke = (by: string, deployKeyId: string): Promise<DeployKey> =>
    database.asSystem(async (system) => {
      const ended = await endDeployKey(system, deployKeyId)
      if (ended === undefined) throw new Problem('NOT_FOUND')
      const { section, name } = ended
      await appendChange(system, { section, action: 'revokeKey', release: null, by, details: { key: name } })
      return ended
    })

  return {
    getDeployKeys: () => database.asSystem(findDeployKeys),
    createDeployKey: ({ body, context }) => create(context.user.userId, body),
    revokeDeployKey: ({ params, context }) => revoke(context.user.userId, params.deployKeyId),
  }
}
