/*
 * Members that @pim/shell had up to contract 1.11, for sections that were built for 1.x. They go with 3.0. What is about
 * content is in @pim/content-kit, which sections bring along. Fetched when such a section is loaded (`retired-places.ts`).
 */
import { useAccount } from '@pim/shell'

export {
  changeList,
  contentItemPath,
  listPageSizes,
  mediaItemPath,
  readListAddress,
  taxonomyPath,
  UserName,
  useChannels,
  useErasureFacts,
  useErasureReport,
  useItemDeletion,
  useItemErasure,
  usePictureLoader,
  useProblemText,
  useQuotaWarning,
  useSelectedVariationId,
  useVariations,
  variationCode,
  writeListAddress,
} from '@pim/content-kit'
export { shellContract } from '@pim/contract/core/contract-versions.ts'
export { inLanguage as localised } from '@pim/contract/core/language.ts'

export const useRole = () => useAccount().role
export const useSettings = () => useAccount().settings
