import type { BulkChangeRequest, SearchContentDocument, SearchInput } from '@pim/contract'

/** The items of a bulk edit: all that a search finds, or those with these ids. */
export interface BulkSelection {
  readonly of:
    | { readonly selection: SearchInput }
    | { readonly items: NonNullable<Extract<BulkChangeRequest, { items: unknown }>['items']> }
  readonly count: number
  /** There are at least `count`. */
  readonly isCapped: boolean
  /** Technical names of the types that the items may be of. */
  readonly typeNames: readonly string[]
  readonly variationId: string
  /** The list that it came from, with its filters. */
  readonly from: string
}

/** Reads the state of an entry of the browser's history; undefined for that of another page or of an earlier release. */
export function readBulkSelection(state: unknown): BulkSelection | undefined {
  return isBulkSelection(state) ? state : undefined
}

function isBulkSelection(state: unknown): state is BulkSelection {
  if (typeof state !== 'object' || state === null) return false
  if (!('of' in state && 'count' in state && 'typeNames' in state && 'variationId' in state && 'from' in state))
    return false
  const { of, count, typeNames, variationId, from } = state
  return (
    typeof of === 'object' &&
    of !== null &&
    ('selection' in of || 'items' in of) &&
    typeof count === 'number' &&
    Array.isArray(typeNames) &&
    typeof variationId === 'string' &&
    typeof from === 'string' &&
    from.startsWith('/') &&
    !from.startsWith('//')
  )
}

/** The search with the types of the list named. The engine knows no list: without types it would find media, too. */
export function withTypes(input: SearchInput, listTypes: readonly string[]): SearchInput {
  const { filtering = {}, ...rest } = input
  const contentTypeTechnicalNames = filtering.contentTypeTechnicalNames ?? [...listTypes]
  return { ...rest, filtering: { ...filtering, contentTypeTechnicalNames } }
}

/** The search without its page; undefined where it finds nothing but what is deleted, which nobody edits. */
export function matchingItems(input: SearchInput): SearchInput | undefined {
  const { paging: _, includeDeleted: _deletedToo, filtering = {}, ...rest } = input
  const { isDeleted, ...others } = filtering
  return isDeleted === true ? undefined : { ...rest, filtering: others }
}

/** Ticked rows with the versions that the list showed: what has moved on since is told of in the rehearsal. */
export const rowsOfList = (rows: readonly SearchContentDocument[]): Omit<BulkSelection, 'from'> => ({
  of: {
    items: rows.map(({ contentItemId, variationId, version }) => ({
      contentItemId,
      versions: { [variationId]: version },
    })),
  },
  count: rows.length,
  isCapped: false,
  typeNames: [...new Set(rows.map(({ technicalContentTypeName }) => technicalContentTypeName))],
  variationId: rows[0]?.variationId ?? '',
})
