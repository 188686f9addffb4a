export { savedChoicesHandlers } from './handlers.ts'
export { deleteOwn } from './saved-choice.repository.ts'
export { createSavedChoices } from './saved-choices.ts'
