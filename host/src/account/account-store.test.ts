import { createApiClient } from '@pim/api-client'
import { contractFetch } from '@pim/api-client/testing'
import { describe, expect, it, rs } from '@rstest/core'
import { placeholderSession } from '../sign-in/placeholder-session.ts'
import { createAccountStore } from './account-store.ts'

const astrid = { userId: '1', firstName: 'Astrid', lastName: 'Berg' }

/** A server whose sync of the profile can be made to fail; it records the calls. */
function setUp(isSyncRefused = () => false) {
  const asked: string[] = []
  let profile: typeof astrid | undefined = astrid
  const answer = () => {
    if (profile === undefined) throw new TypeError('away')
    return profile
  }
  const client = createApiClient({
    fetch: contractFetch({
      'userProfile.getMyProfile': () => {
        asked.push('GET')
        return answer()
      },
      'userProfile.syncMyProfile': () => {
        asked.push('PUT')
        if (isSyncRefused()) throw new TypeError('away')
        return answer()
      },
    }),
  })
  const change = (next: typeof astrid | undefined) => {
    profile = next
  }
  return { account: createAccountStore(client), asked, change }
}
const until = (isSo: () => boolean | Promise<boolean>) => rs.waitUntil(isSo, { timeout: 10_000 })

describe('the account', () => {
  it('is fetched, then synced, and not fetched again', async () => {
    const { account, asked } = setUp()
    expect(account.state()).toEqual({ name: undefined, pending: false, isAccountSynced: false, profile: undefined })
    await account.load()
    expect(account.state().name).toBe('Astrid Berg')
    await until(() => account.state().isAccountSynced)
    expect(account.state().profile).toEqual(astrid)
    await account.load()
    expect(asked).toEqual(['GET', 'PUT'])
  })

  it('that could not be synced can be used, and is fetched again by the next load', async () => {
    let isAway = true
    const { account, asked } = setUp(() => isAway)
    await account.load()
    await until(() => asked.includes('PUT'))
    expect(account.state()).toMatchObject({ name: 'Astrid Berg', isAccountSynced: false })
    isAway = false
    // While the refusal is still on its way back, asking comes to nothing.
    await until(async () => {
      await account.load()
      return account.state().isAccountSynced
    })
    expect(asked).toEqual(['GET', 'PUT', 'GET', 'PUT'])
  })

  it('is fetched again where it may have been changed elsewhere, and stays where that fails', async () => {
    const { account, change } = setUp()
    await account.load()
    await until(() => account.state().isAccountSynced)
    change({ ...astrid, firstName: 'Ada' })
    await account.reload()
    expect(account.state().name).toBe('Ada Berg')
    await until(() => account.state().isAccountSynced)
    change(undefined)
    await account.reload()
    expect(account.state().name).toBe('Ada Berg')
  })

  it('is fetched once for two concurrent loads', async () => {
    const { account, asked } = setUp()
    await Promise.all([account.load(), account.load()])
    await until(() => account.state().isAccountSynced)
    expect(asked).toEqual(['GET', 'PUT'])
  })

  it('is pending while it signs in and out, and has no name after that', async () => {
    const { account } = setUp()
    const signingIn = account.login(() => placeholderSession(() => undefined))
    expect(account.state().pending).toBe(true)
    const session = await signingIn
    await account.load()
    expect(account.state()).toMatchObject({ pending: false, name: 'Astrid Berg' })
    const leaving = account.logout(session)
    expect(account.state().pending).toBe(true)
    await leaving
    expect(account.state()).toMatchObject({ pending: false, name: undefined })
  })

  it('that cannot sign out is no longer pending, and still signed in', async () => {
    const { account } = setUp()
    await account.load()
    const session = await placeholderSession(() => undefined)
    const refused = { ...session, logout: () => Promise.reject(new Error('no')) }
    await expect(account.logout(refused)).rejects.toThrow('no')
    expect(account.state()).toMatchObject({ pending: false, name: 'Astrid Berg' })
  })
})
