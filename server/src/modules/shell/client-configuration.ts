import type { contract } from '@pim/contract'
import type { ClientConfiguration } from '@pim/contract/client-configuration/schemas.ts'
import type { Handlers } from '../../http/handlers.ts'
import { LatestAnswer } from '../../http/shared-answer.ts'
import type { IdentityService } from '../../platform/identity/index.ts'
import type { Sections } from '../../platform/sections/index.ts'

/** The page of a sign-in is loaded again once the provider has sent the person back; what it asked a moment ago holds. */
const caching = { 'cache-control': 'public, max-age=3' }

export interface ClientConfigurationParts {
  readonly identity: Pick<IdentityService, 'settings'>
  readonly sections: Sections
}

/** The first call of the shell: where to sign in, and where the sections are. */
export const clientConfigurationHandlers = ({
  identity,
  sections,
}: ClientConfigurationParts): Handlers<typeof contract.clientConfiguration> => {
  const latest = new LatestAnswer()
  return {
    getClientConfiguration: async ({ context }) => {
      const remotes = (await sections()).map(
        ({ name, distFolder: _folder, strings: _strings, firstStrings: _first, ...remote }) => [name, remote] as const,
      )
      const configuration: ClientConfiguration = {
        keycloak: { ...identity.settings },
        remotes: Object.fromEntries(remotes),
      }
      return latest.of(JSON.stringify(configuration)).responseTo(context.headers, caching)
    },
  }
}
