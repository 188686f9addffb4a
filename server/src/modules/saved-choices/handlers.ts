import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { SavedChoices } from './saved-choices.ts'

export const savedChoicesHandlers = (service: SavedChoices): Handlers<typeof contract.savedChoices> => ({
  getSavedChoices: ({ query, context }) => service.list(context, query.kind),
  createSavedChoice: ({ body, context }) => service.create(context, body),
  changeSavedChoice: ({ params, body, ifMatch, context }) =>
    service.change(context, params.savedChoiceId, body, ifMatch),
  deleteSavedChoice: ({ params, ifMatch, context }) => service.delete(context, params.savedChoiceId, ifMatch),
})
