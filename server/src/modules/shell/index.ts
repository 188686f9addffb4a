export { type ClientConfigurationParts, clientConfigurationHandlers } from './client-configuration.ts'
export { jobsHandlers } from './job-progress.ts'
export { resourcesHandlers } from './resources.ts'
export { loadsDemo, settingsHandlers, settingsText } from './settings.ts'
/** For people who are known before they first sign in: the demo's. */
export {
  findEverybodySeen,
  findLastSeen,
  findSeenIn,
  type KnownUser,
  leaveTenant,
  upsertProfiles,
} from './user-profile.repository.ts'
export { userProfileHandlers } from './user-profile.ts'
