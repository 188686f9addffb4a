import { contract } from '@pim/contract'
import type { BundleItem } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'

/** An item that the tenant has, or had. */
export interface NamedItem {
  readonly contentItemId: string
  readonly isDeleted: boolean
}

/** The item of the same type and name, where its type has no field for a key; one that is deleted only where no other one is there. */
export async function findByName(
  session: ApiSession,
  { name, contentType }: Pick<BundleItem, 'name' | 'contentType'>,
): Promise<NamedItem | undefined> {
  const { items } = await session.call(contract.search.searchAll, {
    body: {
      paging: { pageNumber: 1, pageSize: 200 },
      includeDeleted: true,
      filtering: { searchText: name, contentTypeTechnicalNames: [contentType] },
    },
  })
  const same = items.filter((each) => each.name === name.normalize('NFC'))
  const found = same.find(({ isDeleted }) => !isDeleted) ?? same[0]
  return found && { contentItemId: found.contentItemId, isDeleted: found.isDeleted === true }
}
