import type { ApiClient } from '@pim/api-client'
import type { ClientConfiguration } from '@pim/contract'

/** Fetches where to sign in and where the sections are. index.html preloads it before any script has run. */
export const loadConfiguration = (client: ApiClient): Promise<ClientConfiguration> =>
  client.clientConfiguration.getClientConfiguration()
