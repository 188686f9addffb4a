import type { Page } from '@pim/contract'
import { bodyOf, type DeliveredRow } from '../content-index/index.ts'

type PageInfo = Page<never>['paging']

export interface PageBodyOptions {
  /** Technical names; undefined: all. */
  readonly fields?: readonly string[] | undefined
  readonly linked?: readonly DeliveredRow[] | undefined
}

/** The answer as JSON, put together of pieces that are JSON already. */
export function pageBody(rows: readonly DeliveredRow[], paging: PageInfo, options: PageBodyOptions = {}): string {
  const { fields, linked } = options
  const only = fields && new Set(fields)
  const expanded = linked?.map((row) => `${JSON.stringify(row.contentItemId)}:${bodyOf(row)}`)
  return `{"items":[${rows.map((row) => bodyOf(row, only)).join(',')}],"paging":${JSON.stringify(paging)}${
    expanded === undefined ? '' : `,"linked":{${expanded.join(',')}}`
  }}`
}
