import { useApiMutation, useApiQuery } from '@pim/api-client/react'

const toScreen = { failureGoesTo: 'screen' } as const

export const useTenantMembers = () => useApiQuery('members.getMembers', {}, toScreen)
export const useInviteMember = () => useApiMutation('members.inviteMember', toScreen)
export const useSetRole = () => useApiMutation('members.setMemberRole', toScreen)
export const useRemove = () => useApiMutation('members.removeMember', toScreen)
