import type { ApiClient } from '@pim/api-client'
import type { UserProfile } from '@pim/contract'
import { createStore } from 'zustand'
import type { Session } from '../boot/session.ts'

/** Who is signed in, as the shell knows it at the moment. */
export interface AccountState {
  /** Undefined before the account is read, and once it is signed out. */
  readonly name: string | undefined
  /** Signing in or out is under way. */
  readonly pending: boolean
  /** The server remembers the account as the token tells it; until then it is fetched and sent again. */
  readonly isAccountSynced: boolean
  readonly profile: UserProfile | undefined
}

export function createAccountStore({ userProfile }: Pick<ApiClient, 'userProfile'>) {
  const store = createStore<AccountState>(() => ({
    name: undefined,
    pending: false,
    isAccountSynced: false,
    profile: undefined,
  }))
  const set = (part: Partial<AccountState>) => store.setState(part)
  const know = (profile: UserProfile) => set({ profile, name: `${profile.firstName} ${profile.lastName}`.trim() })
  const whilePending = async <T>(work: () => Promise<T>): Promise<T> => {
    set({ pending: true })
    try {
      return await work()
    } finally {
      set({ pending: false })
    }
  }

  let fetching: Promise<void> | undefined
  const fetchAndSync = async () => {
    try {
      know(await userProfile.getMyProfile())
    } catch (failure) {
      fetching = undefined
      throw failure
    }
    // Colleagues see a name beside one's work once the server has it. No screen waits for that, and one that fails is
    // made good when the account is next asked for.
    userProfile
      .syncMyProfile()
      .then(
        (profile) => {
          know(profile)
          set({ isAccountSynced: true })
        },
        () => undefined,
      )
      .finally(() => {
        fetching = undefined
      })
  }

  return {
    store,
    state: store.getState,
    /** Fetches the account unless it is synced; one that is on its way already is waited for. */
    load: async (): Promise<void> => {
      if (store.getState().isAccountSynced) return
      fetching ??= fetchAndSync()
      await fetching
    },
    login: (signIn: () => Promise<Session>) => whilePending(signIn),
    logout: (session: Session) =>
      whilePending(async () => {
        await session.logout()
        set({ name: undefined })
      }),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
