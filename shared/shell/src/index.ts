export { shellContract } from '@pim/contract/core/contract-versions.ts'
/** For sections that were built before shell contract 1.2; it is the contract's. */
export { inLanguage as localised } from '@pim/contract/core/language.ts'
export { useAccount } from './account.ts'
export { type Channels, useChannels } from './channels.ts'
export { type Command, useCommands } from './commands.ts'
export { type Feedback, type FeedbackAction, type FeedbackType, useFeedback } from './feedback.ts'
export { type ItemDeletion, useItemDeletion } from './item-deletion.ts'
export {
  type ErasureFact,
  type ItemErasure,
  useErasureFacts,
  useErasureReport,
  useItemErasure,
} from './item-erasure.ts'
export { changeList, type ListAddress, listPageSizes, readListAddress, writeListAddress } from './list-address.ts'
export { contentItemPath, mediaItemPath, taxonomyPath } from './paths.ts'
export { type Permission, usePermission, useRole } from './permissions.ts'
export { usePictureLoader } from './pictures.ts'
export { usePreference, useSelectedVariationId } from './preferences.ts'
export { type QuotaWarning, useProblemText, useQuotaWarning } from './quotas.ts'
export type { RemoteDefinition } from './remote.ts'
export { useSettings } from './settings.ts'
export { useTenant } from './tenant.ts'
export { useUnsavedWork } from './unsaved-work.ts'
export { type Upload, type UploadRequest, type UploadResult, type Uploads, useUploads } from './uploads.ts'
export { UserName } from './user-name.tsx'
export { useVariations, variationCode } from './variations.ts'
