import { useApiMutation, useApiQuery } from '@pim/api-client/react'

export const useContentTypes = () => useApiQuery('contentModel.getAllUserTypes', {}, { failureGoesTo: 'screen' })

interface Outcome {
  onSuccess: () => void
  onError: () => void
}

/** Lists that show content are read again by themselves: the contract says what the call changes. */
export const useAddDraft = (outcome: Outcome) => useApiMutation('contentItem.createItem', outcome)
