import { countKeysByTarget } from './modules/api-keys/index.ts'
import { countItemsByChannel } from './modules/content/index.ts'
import { findFieldsByChannel } from './modules/content-model/index.ts'
import type { ChannelUses } from './modules/tenants/index.ts'

/** What names channels, in every module that stores such names. */
export const channelUses: ChannelUses = async (trx, tenantId, technicalNames) => {
  const [items, keys, fields] = await Promise.all([
    countItemsByChannel(trx, tenantId, technicalNames),
    countKeysByTarget(trx, tenantId, technicalNames),
    findFieldsByChannel(trx, tenantId, technicalNames),
  ])
  const countOf = (counts: readonly { readonly technicalName: string; readonly count: number }[], name: string) =>
    counts.find(({ technicalName }) => technicalName === name)?.count ?? 0
  return technicalNames.map((name) => ({
    technicalName: name,
    itemCount: countOf(items, name),
    keyCount: countOf(keys, name),
    fields: fields
      .filter(({ channel }) => channel === name)
      .map(({ technicalName, technicalFieldName }) => ({ technicalName, technicalFieldName })),
  }))
}
