import type { AuditEntry } from '@pim/contract/audit/schemas.ts'
import type { Page, Paging } from '@pim/contract/core/primitives.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type AuditFilter, countEntries, findEntries } from './audit-entry.repository.ts'

const maxCounted = 10_000

/** The names of items by their ids, from the module that keeps items. */
export type DescribeItems = (
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
) => Promise<readonly NonNullable<AuditEntry['contentItem']>[]>

/** A page of entries, newest first, each with the current name of the item that it is about. */
export async function listEntries(
  trx: Transaction,
  tenantId: string,
  filter: AuditFilter,
  { pageNumber, pageSize }: Paging,
  describeItems: DescribeItems,
): Promise<Page<AuditEntry>> {
  const [entries, counted] = await Promise.all([
    findEntries(trx, tenantId, filter, { offset: (pageNumber - 1) * pageSize, limit: pageSize }),
    countEntries(trx, tenantId, filter, maxCounted + 1),
  ])
  const described = await describeItems(trx, tenantId, [...new Set(entries.flatMap((entry) => itemOf(entry) ?? []))])
  const items = new Map(described.map((item) => [item.contentItemId, item]))
  const totalCount = Math.min(counted, maxCounted)
  return {
    items: entries.map((entry) => {
      const contentItem = items.get(itemOf(entry) ?? '')
      return contentItem ? { ...entry, contentItem } : entry
    }),
    paging: {
      pageNumber,
      pageSize,
      totalCount,
      totalPages: Math.ceil(totalCount / pageSize),
      ...(counted > maxCounted && { totalIsCapped: true }),
    },
  }
}

/** Which item an entry is about: itself, or the item of a variation. */
function itemOf({ entityKind, entityId, details }: AuditEntry): string | undefined {
  if (entityKind === 'contentItem') return entityId
  const { contentItemId } = details
  return entityKind === 'contentVariation' && typeof contentItemId === 'string' ? contentItemId : undefined
}
