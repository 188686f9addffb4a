import type { Page } from '@pim/contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { bodyOf, type DeliveredRow, isWholeRow, wholeRows } from '../content-index/index.ts'

export interface PageBodyOptions {
  /** Technical names; undefined: all. */
  readonly fields?: readonly string[] | undefined
  readonly linked?: readonly DeliveredRow[] | undefined
  /** Whether changes may be missing. */
  readonly isBehind?: boolean | undefined
}

/** Whether no row has long values, as is usual. */
export const isWholePage = (rows: readonly DeliveredRow[], { linked = [] }: PageBodyOptions): boolean =>
  rows.every(isWholeRow) && linked.every(isWholeRow)

/** As `pageBody`, with the long values of the rows, which are read from their store. */
export async function wholePageBody(
  trx: Transaction,
  tenantId: string,
  rows: readonly DeliveredRow[],
  paging: PageInfo,
  options: PageBodyOptions = {},
): Promise<string> {
  const { fields, linked } = options
  const whole = await wholeRows(trx, tenantId, rows, fields && new Set(fields))
  return pageBody(whole, paging, { ...options, linked: linked && (await wholeRows(trx, tenantId, linked)) })
}

/** The answer as JSON, put together of pieces that are JSON already. */
export function pageBody(rows: readonly DeliveredRow[], paging: PageInfo, options: PageBodyOptions = {}): string {
  const { fields, linked, isBehind } = options
  const only = fields && new Set(fields)
  const expanded = linked?.map((row) => `${JSON.stringify(row.contentItemId)}:${bodyOf(row)}`)
  return `{"items":[${rows.map((row) => bodyOf(row, only)).join(',')}],"paging":${JSON.stringify(paging)}${
    expanded === undefined ? '' : `,"linked":{${expanded.join(',')}}`
  }${isBehind ? ',"isBehind":true' : ''}}`
}

export type PageInfo = Page<never>['paging']

export const pageInfo = (pageNumber: number, pageSize: number, totalCount: number, isCapped: boolean): PageInfo => ({
  pageNumber,
  pageSize,
  totalCount,
  totalPages: Math.ceil(totalCount / pageSize),
  ...(isCapped && { totalIsCapped: true }),
})

/** A list that was asked for by its ids comes whole. */
export const wholeInfo = (count: number, isCapped: boolean): PageInfo =>
  pageInfo(1, Math.max(1, count), count, isCapped)
