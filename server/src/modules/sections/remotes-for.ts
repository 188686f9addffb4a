import type { Remote, Tenant } from '@pim/contract'
import { canariesFor, manifestUrlOf, type Release, type Releases, releaseInUrl } from '../../platform/releases/index.ts'
import type { NoteGiven } from './canary-people.ts'

type Remotes = NonNullable<Tenant['remotes']>

const remoteOf = ({ section, release, description }: Release): Remote => {
  const { name: _name, firstStrings: _first, ...rest } = description
  return { ...rest, release, manifestUrl: manifestUrlOf(section, release) }
}

/**
 * What of its sections a person of a tenant gets in another build than everybody: the addresses that the tenant has chosen,
 * and canary releases for the rest. A release that is in the store no more is left out, so the tenant gets the live one.
 */
export function createRemotesFor(
  releases: Pick<Releases, 'current'>,
  elsewhere: Readonly<Record<string, string>>,
  noteGiven: NoteGiven,
) {
  return async (
    tenant: { readonly externalId: string; readonly remotes: Readonly<Record<string, { manifestUrl: string }>> },
    userId: string,
  ): Promise<Remotes> => {
    const state = await releases.current()
    const remotes: Remotes = {}
    for (const [section, { release }] of canariesFor(state, userId, tenant.externalId)) {
      if (!(section in elsewhere)) remotes[section] = { ...remoteOf(release), isCanary: true }
    }
    for (const [section, { manifestUrl }] of Object.entries(tenant.remotes)) {
      const id = releaseInUrl(section, manifestUrl)
      const pinned = id === undefined ? undefined : state.find(section, id)
      if (id === undefined) remotes[section] = { manifestUrl }
      else if (pinned !== undefined) remotes[section] = remoteOf(pinned)
    }
    for (const [section, deployment] of state.deployments)
      if (remotes[section]?.isCanary === true) await noteGiven(deployment, userId)
    return remotes
  }
}
