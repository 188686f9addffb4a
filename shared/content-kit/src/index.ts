export { BackLink } from './back-link.tsx'
export { type BulkSelection, matchingItems, rowsOfList, withTypes } from './bulk-selection.ts'
export { ChannelBoxes } from './channel-boxes.tsx'
export { type Channels, useChannels } from './channels.ts'
export { ContentTypeField } from './content-type-field.tsx'
export { EditInBulk } from './edit-in-bulk.tsx'
export { FileDrop } from './file-drop.tsx'
export { filterRow } from './filter-row.ts'
export { HintedOption } from './hinted-option.tsx'
export { type ItemDeletion, useItemDeletion } from './item-deletion.ts'
export {
  type ErasureFact,
  type ItemErasure,
  useErasureFacts,
  useErasureReport,
  useItemErasure,
} from './item-erasure.ts'
export { changeList, type ListAddress, listPageSizes, readListAddress, writeListAddress } from './list-address.ts'
export { type NameLanguage, NameOrigin, nameLanguage } from './listed-name.tsx'
export { MatchLine } from './match-line.tsx'
export { PagedList, usePaging } from './paged-list.tsx'
export { contentItemPath, mediaItemPath, taxonomyPath } from './paths.ts'
export { PausedJobNotice, PausedReason, useMayTakeOver } from './paused-job.tsx'
export { usePictureLoader } from './pictures.ts'
export { type QuotaWarning, useProblemText, useQuotaWarning } from './quotas.ts'
export { RunningJob, shareOfJob, useRunningJob } from './running-job.tsx'
export { saveFile } from './save-file.ts'
export { useHeaderTotal, useTotalText } from './total-text.tsx'
export { UserName } from './user-name.tsx'
export { useSelectedVariationId, useVariations, variationCode } from './variations.ts'
