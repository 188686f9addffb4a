import type { Page } from '@pim/contract'
import type { DeliveredRow } from '../content-index/index.ts'

type PageInfo = Page<never>['paging']

export interface PageBodyOptions {
  /** Technical names; undefined: all. */
  readonly fields?: readonly string[] | undefined
  readonly linked?: readonly DeliveredRow[] | undefined
}

/** The answer as JSON, put together of pieces that are JSON already. */
export function pageBody(rows: readonly DeliveredRow[], paging: PageInfo, options: PageBodyOptions = {}): string {
  const { fields, linked } = options
  const one = (row: DeliveredRow) => (fields === undefined ? withSources(row) : picked(row, new Set(fields)))
  const expanded = linked?.map((row) => `${JSON.stringify(row.contentItemId)}:${row.body}`)
  return `{"items":[${rows.map(one).join(',')}],"paging":${JSON.stringify(paging)}${
    expanded === undefined ? '' : `,"linked":{${expanded.join(',')}}`
  }}`
}

const withSources = ({ body, sources }: DeliveredRow): string =>
  sources === null ? body : `${body.slice(0, -1)},"fieldSources":${sources}}`

/** Only here is a value read again. */
function picked(row: DeliveredRow, names: ReadonlySet<string>): string {
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
  const whole = JSON.parse(withSources(row))
  return JSON.stringify({
    ...whole,
    fields: only(whole.fields),
    ...(whole.fieldSources && { fieldSources: only(whole.fieldSources) }),
  })
}
