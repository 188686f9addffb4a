/*
 * Members that @pim/shell had up to contract 1.11, for sections that were built for 1.x. They go with 3.0. What is about
 * content is in @pim/content-kit, which sections bring along. Fetched when such a section is loaded (`retired-places.ts`).
 */
import { type ListAddress, readListAddress as readToday } from '@pim/content-kit'
import { useAccount } from '@pim/shell'

export {
  changeList,
  contentItemPath,
  listPageSizes,
  mediaItemPath,
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

/**
 * A list that is searched is sorted by the latest change, as up to 1.11: a section of that time sends the field as it is, and
 * the API refuses `relevance`, the value of today.
 */
export function readListAddress(...asked: Parameters<typeof readToday>): ListAddress {
  const list = readToday(...asked)
  return list.sorting.field === 'relevance' ? { ...list, sorting: { field: 'modifiedAt', direction: 'desc' } } : list
}
