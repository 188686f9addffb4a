import type { ApiClient } from '@pim/api-client'
import type { UserProfile } from '@pim/contract'

/**
 * The account as the token tells it. Then the server is told to remember it, so that colleagues see a name beside its
 * work; no screen waits for that, and one that fails is made good by the next start.
 */
export async function loadAccount(client: ApiClient): Promise<UserProfile> {
  const account = await client.userProfile.getMyProfile()
  client.userProfile.syncMyProfile().catch(() => undefined)
  return account
}
