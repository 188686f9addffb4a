import type { SearchContentDocument } from '@pim/contract'

export const itemAddress = (row: SearchContentDocument): string =>
  `/content-item/${row.contentItemId}?variation=${row.variationId}`
