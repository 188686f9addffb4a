export { userProfileHandlers } from './handlers.ts'
/** For people who are known before they first sign in: the demo's. */
export { type KnownUser, upsertProfiles } from './repository.ts'
