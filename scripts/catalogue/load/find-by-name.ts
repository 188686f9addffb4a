import { contract } from '@pim/contract'
import type { BundleItem } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import { nameOf } from './item-requests.ts'

/** The ids of items whose content type has no field for a key, and which are known by their names. */
export async function findIdsByName(session: ApiSession, items: readonly BundleItem[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const item of items) {
    const { items: found } = await session.call(contract.search.searchAll, {
      body: {
        paging: { pageNumber: 1, pageSize: 200 },
        filtering: { searchText: item.name, contentTypeTechnicalNames: [item.contentType] },
      },
    })
    const same = found.find(({ name }) => name === item.name)
    if (same !== undefined) ids.set(nameOf(item), same.contentItemId)
  }
  return ids
}
