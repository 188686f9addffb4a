type RetiredMembers = typeof import('./retired-members.ts')

/*
 * The places of the retired members in what is lent as `@pim/shell`. They are empty until a section comes that was built for them:
 * nobody else pays for their code. A section reads them from the lent module whenever it uses them, and is run after they are filled.
 */
export let UserName: RetiredMembers['UserName'] | undefined
export let changeList: RetiredMembers['changeList'] | undefined
export let contentItemPath: RetiredMembers['contentItemPath'] | undefined
export let listPageSizes: RetiredMembers['listPageSizes'] | undefined
export let localised: RetiredMembers['localised'] | undefined
export let mediaItemPath: RetiredMembers['mediaItemPath'] | undefined
export let readListAddress: RetiredMembers['readListAddress'] | undefined
export let shellContract: RetiredMembers['shellContract'] | undefined
export let taxonomyPath: RetiredMembers['taxonomyPath'] | undefined
export let useChannels: RetiredMembers['useChannels'] | undefined
export let useErasureFacts: RetiredMembers['useErasureFacts'] | undefined
export let useErasureReport: RetiredMembers['useErasureReport'] | undefined
export let useItemDeletion: RetiredMembers['useItemDeletion'] | undefined
export let useItemErasure: RetiredMembers['useItemErasure'] | undefined
export let usePictureLoader: RetiredMembers['usePictureLoader'] | undefined
export let useProblemText: RetiredMembers['useProblemText'] | undefined
export let useQuotaWarning: RetiredMembers['useQuotaWarning'] | undefined
export let useRole: RetiredMembers['useRole'] | undefined
export let useSelectedVariationId: RetiredMembers['useSelectedVariationId'] | undefined
export let useSettings: RetiredMembers['useSettings'] | undefined
export let useVariations: RetiredMembers['useVariations'] | undefined
export let variationCode: RetiredMembers['variationCode'] | undefined
export let writeListAddress: RetiredMembers['writeListAddress'] | undefined

export async function lendRetiredMembers(): Promise<void> {
  ;({
    UserName,
    changeList,
    contentItemPath,
    listPageSizes,
    localised,
    mediaItemPath,
    readListAddress,
    shellContract,
    taxonomyPath,
    useChannels,
    useErasureFacts,
    useErasureReport,
    useItemDeletion,
    useItemErasure,
    usePictureLoader,
    useProblemText,
    useQuotaWarning,
    useRole,
    useSelectedVariationId,
    useSettings,
    useVariations,
    variationCode,
    writeListAddress,
  } = await import('./retired-members.ts'))
}
