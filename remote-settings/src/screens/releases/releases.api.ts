import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useSections = () => useApiQuery('sections.getSections', {}, { failureGoesTo: 'screen' })
export const usePromoteRelease = () => useApiMutation('sections.promoteRelease', { failureGoesTo: 'screen' })
export const useSetCanary = () => useApiMutation('sections.setCanary', { failureGoesTo: 'screen' })
export const useEndCanary = () => useApiMutation('sections.endCanary', { failureGoesTo: 'screen' })
export const useRollBack = () => useApiMutation('sections.rollBackSection', { failureGoesTo: 'screen' })
