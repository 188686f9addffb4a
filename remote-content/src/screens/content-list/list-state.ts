import type { SearchFiltering, SearchInput, Status } from '@pim/contract'
import { changeList, type ListAddress, readListAddress, writeListAddress } from '@pim/shell'

/** What the address remembers of the list, so that a link, the back button and a reload show the same rows. */
export interface ListState extends ListAddress {
  readonly types: readonly string[]
  readonly statuses: readonly Status[]
  readonly conceptIds: readonly string[]
  readonly modifiedBy: readonly string[]
  readonly modifiedWithin: ModifiedWithin | undefined
  readonly isIncomplete: boolean
  /** Undefined: the selected variation, or else the tenant's default one. */
  readonly variationId: string | undefined
  readonly showPublishedVersion: boolean
  readonly includeDeleted: boolean
}

export const modifiedWithin = ['day', 'week', 'month'] as const
export type ModifiedWithin = (typeof modifiedWithin)[number]
const days: Record<ModifiedWithin, number> = { day: 1, week: 7, month: 30 }

export const statusChoices: readonly Status[] = ['draft', 'published', 'unpublished', 'archived']
const sortable = ['modifiedAt', 'name', 'technicalContentTypeName', 'status', 'completeness', 'modifiedBy']

/** Reads an address. Whatever in it makes no sense is as good as not there. */
export function readListState(address: URLSearchParams): ListState {
  return {
    ...readListAddress(address, sortable),
    types: address.getAll('type'),
    statuses: statusChoices.filter((status) => address.getAll('status').includes(status)),
    conceptIds: address.getAll('concept'),
    modifiedBy: address.getAll('by'),
    modifiedWithin: modifiedWithin.find((span) => span === address.get('within')),
    isIncomplete: address.get('incomplete') === 'yes',
    variationId: address.get('variation') ?? undefined,
    showPublishedVersion: address.get('version') === 'published',
    includeDeleted: address.get('deleted') === 'yes',
  }
}

/** Writes an address: only what differs from the list as one first meets it. */
export function writeListState(state: ListState): URLSearchParams {
  const address = new URLSearchParams()
  for (const type of state.types) address.append('type', type)
  for (const status of state.statuses) address.append('status', status)
  for (const concept of state.conceptIds) address.append('concept', concept)
  for (const user of state.modifiedBy) address.append('by', user)
  if (state.modifiedWithin) address.set('within', state.modifiedWithin)
  if (state.isIncomplete) address.set('incomplete', 'yes')
  if (state.variationId) address.set('variation', state.variationId)
  if (state.showPublishedVersion) address.set('version', 'published')
  if (state.includeDeleted) address.set('deleted', 'yes')
  writeListAddress(address, state)
  return address
}

export const hasFilters = (state: ListState): boolean =>
  state.searchText !== '' ||
  state.types.length > 0 ||
  state.statuses.length > 0 ||
  state.conceptIds.length > 0 ||
  state.modifiedBy.length > 0 ||
  state.modifiedWithin !== undefined ||
  state.isIncomplete

export const withoutFilters = (state: ListState): ListState =>
  changeList(state, {
    searchText: '',
    types: [],
    statuses: [],
    conceptIds: [],
    modifiedBy: [],
    modifiedWithin: undefined,
    isIncomplete: false,
  })

const dayInMilliseconds = 86_400_000

/** What the server is asked. `now` is told, so that the same state asks the same within a minute. */
export function searchInputOf(state: ListState, variationId: string | undefined, now: number): SearchInput {
  const minute = now - (now % 60_000)
  const filtering: SearchFiltering = {
    ...(state.searchText ? { searchText: state.searchText } : {}),
    ...(state.types.length ? { contentTypeTechnicalNames: [...state.types] } : {}),
    ...(state.statuses.length ? { statuses: [...state.statuses] } : {}),
    ...(state.conceptIds.length ? { conceptIds: [...state.conceptIds], includeDescendants: true } : {}),
    ...(state.modifiedBy.length ? { modifiedBy: [...state.modifiedBy] } : {}),
    ...(state.modifiedWithin
      ? { modifiedAt: { from: new Date(minute - days[state.modifiedWithin] * dayInMilliseconds).toISOString() } }
      : {}),
    ...(state.isIncomplete ? { completeness: { max: 99 } } : {}),
  }
  return {
    paging: { pageNumber: state.pageNumber, pageSize: state.pageSize },
    sorting: { ...state.sorting },
    ...(variationId ? { variationId } : {}),
    ...(state.showPublishedVersion ? { showPublishedVersion: true } : {}),
    ...(state.includeDeleted ? { includeDeleted: true } : {}),
    filtering,
  }
}
