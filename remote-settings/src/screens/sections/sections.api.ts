import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useTenantSections = () => useApiQuery('sections.getTenantSections', {}, { failureGoesTo: 'screen' })
export const usePinSection = () => useApiMutation('sections.pinSection', { failureGoesTo: 'screen' })
export const useSwitchFill = () => useApiMutation('sections.switchFill', { failureGoesTo: 'screen' })
export const useUnpinSection = () => useApiMutation('sections.unpinSection', { failureGoesTo: 'screen' })
export const useChangeTenant = () => useApiMutation('tenants.changeTenant', { failureGoesTo: 'screen' })
