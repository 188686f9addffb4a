/** For the shell only: the providers of the hooks' contexts, and the types of what it provides. */
export { type Account, AccountProvider } from './account.ts'
export { type Command, type Commands, CommandsProvider } from './commands.ts'
export { type Feedback, type FeedbackAction, FeedbackProvider, type FeedbackType } from './feedback.ts'
export { type Preferences, PreferencesProvider } from './preferences.ts'
export { type FillLoader, routesOf } from './remote.ts'
export { TenantProvider } from './tenant.ts'
export { type UnsavedWork, UnsavedWorkProvider } from './unsaved-work.ts'
export { type Upload, type UploadRequest, UploadsProvider } from './uploads.ts'
