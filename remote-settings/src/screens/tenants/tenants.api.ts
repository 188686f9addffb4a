import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const pageSizes = [25, 50] as const

export const useTenants = (list: { pageNumber: number; pageSize: number; searchText: string }) =>
  useApiQuery(
    'installation.getTenants',
    {
      query: {
        pageNumber: list.pageNumber,
        pageSize: list.pageSize,
        ...(list.searchText !== '' && { searchText: list.searchText }),
      },
    },
    { failureGoesTo: 'screen' },
  )

/** Quotas of one tenant: effective ones, and those set for it alone. */
export const useQuotas = (externalId: string) =>
  useApiQuery('quotas.getTenantQuotas', { params: { externalId } }, { failureGoesTo: 'screen' })

const toScreen = { failureGoesTo: 'screen' } as const

export const useOpenTenant = () => useApiMutation('tenants.createTenant', toScreen)
export const usePauseTenant = () => useApiMutation('installation.pauseTenant', toScreen)
export const useResumeTenant = () => useApiMutation('installation.resumeTenant', toScreen)
export const useSetQuotas = () => useApiMutation('quotas.setTenantQuotas', toScreen)
export const useEraseTenant = () => useApiMutation('tenants.eraseTenant', toScreen)

export const useMembers = (externalId: string) =>
  useApiQuery('installation.getMembers', { params: { externalId } }, { failureGoesTo: 'screen' })

/** Asked again each time that the dialog opens: what it is about changes elsewhere. */
export const useSignInChecks = () =>
  useApiQuery('installation.checkSignIn', {}, { failureGoesTo: 'screen', staleTime: 0 })

/** An answer with a password in it is forgotten with the dialog that shows it. */
const secret = { failureGoesTo: 'screen', gcTime: 0 } as const

export const useAddMember = () => useApiMutation('installation.addMember', secret)
export const useResetPassword = () => useApiMutation('installation.resetMemberPassword', secret)
export const useSetMemberRole = () => useApiMutation('installation.setMemberRole', toScreen)
export const useRemoveMember = () => useApiMutation('installation.removeMember', toScreen)
