import * as packaged from '@pim/shell'
import { describe, expect, it } from '@rstest/core'
import * as lent from './lent-shell.ts'
import * as retired from './retired-members.ts'
import { lendRetiredMembers } from './retired-places.ts'

/** The exports of @pim/shell 1.11, without types. */
const ofContract1 =
  'UserName changeList contentItemPath listPageSizes localised mediaItemPath readListAddress shellContract taxonomyPath useAccount useChannels useCommands useErasureFacts useErasureReport useFeedback useItemDeletion useItemErasure usePermission usePictureLoader usePreference useProblemText useQuotaWarning useRole useSelectedVariationId useSettings useTenant useUnsavedWork useUploads useVariations variationCode writeListAddress'.split(
    ' ',
  )

describe('what is lent as @pim/shell', () => {
  it('has every member of contract 1.11, once it was fetched for a section that was built for it', async () => {
    expect(ofContract1.filter((name) => !(name in lent))).toEqual([])
    const missing = () => ofContract1.filter((name) => Reflect.get(lent, name) === undefined)
    expect(missing().sort()).toEqual(Object.keys(retired).sort())
    await lendRetiredMembers()
    expect(missing()).toEqual([])
    expect(Object.entries(retired).filter(([name, member]) => Reflect.get(lent, name) !== member)).toEqual([])
  })

  it('sorts a list that is searched by a field that the API knows, for sections that send it as it is', () => {
    const sortingOf = (address: string) => retired.readListAddress(new URLSearchParams(address), ['name']).sorting
    expect(sortingOf('q=shirt')).toEqual({ field: 'modifiedAt', direction: 'desc' })
    expect(sortingOf('q=shirt&sort=name:asc')).toEqual({ field: 'name', direction: 'asc' })
  })

  it('has all of the package, which has fewer than ten members', () => {
    expect(Object.keys(lent)).toEqual(expect.arrayContaining(Object.keys(packaged)))
    // With the one type that is no member at run time.
    expect(Object.keys(packaged).length + 1).toBeLessThan(10)
  })
})
