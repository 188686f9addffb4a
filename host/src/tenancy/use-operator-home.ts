import { useStore } from 'zustand'
import { operatorHome } from '../remotes/sections.ts'
import { useShellParts } from '../shell-context.ts'

/** Where those find the tenants who run the installation; undefined for everybody else. */
export function useOperatorHome(): string | undefined {
  const { account, sections } = useShellParts()
  const mayOperate = useStore(account.store, ({ profile }) => profile?.mayOpenTenants === true)
  return mayOperate ? operatorHome(sections) : undefined
}
