import type { ApiClient } from '@pim/api-client'
import type { UserProfile } from '@pim/contract'
import { createStore } from 'zustand'
import type { Session } from '../sign-in/session.ts'

/** The signed-in user. */
export interface AccountState {
  /** `undefined` before the profile is loaded and after signing out. */
  readonly name: string | undefined
  /** `true` while signing in or out. */
  readonly pending: boolean
  /** Whether the server has stored the profile from the token. Until then `load` fetches and syncs it again. */
  readonly isAccountSynced: boolean
  readonly profile: UserProfile | undefined
}

/** `whenAtRest` puts off what no first screen waits for. */
export function createAccountStore(
  { userProfile }: Pick<ApiClient, 'userProfile'>,
  whenAtRest: (work: () => void) => void = (work) => work(),
) {
  const store = createStore<AccountState>(() => ({
    name: undefined,
    pending: false,
    isAccountSynced: false,
    profile: undefined,
  }))
  const set = (part: Partial<AccountState>) => store.setState(part)
  const setProfile = (profile: UserProfile) => set({ profile, name: `${profile.firstName} ${profile.lastName}`.trim() })
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
      setProfile(await userProfile.getMyProfile())
    } catch (failure) {
      fetching = undefined
      throw failure
    }
    // Stores the name on the server, so that colleagues see it beside this user's changes. It runs in the
    // background.
    whenAtRest(() => void sync())
  }

  const sync = async () => {
    try {
      setProfile(await userProfile.syncMyProfile())
      set({ isAccountSynced: true })
    } catch {
      // The next load makes up for it.
    } finally {
      fetching = undefined
    }
  }

  return {
    store,
    state: store.getState,
    /** Fetches the profile unless it is synced; concurrent calls share one request. */
    load: async (): Promise<void> => {
      if (store.getState().isAccountSynced) return
      fetching ??= fetchAndSync()
      await fetching
    },
    /** Fetches the profile again, which may have been changed elsewhere. What is known stays where that fails. */
    reload: async (): Promise<void> => {
      fetching ??= fetchAndSync()
      await fetching.catch(() => undefined)
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
