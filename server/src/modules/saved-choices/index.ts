export { savedChoicesHandlers } from './handlers.ts'
export {
  deleteOwn,
  findChoice,
  findChoiceNames,
  isSeenProfile,
  lockProfile,
  type StoredChoice,
} from './saved-choice.repository.ts'
export { createSavedChoices } from './saved-choices.ts'
