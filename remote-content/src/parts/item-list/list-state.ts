import { changeList, type ListAddress, readListAddress, writeListAddress } from '@pim/content-kit'
import type { FieldFilter, SearchFiltering, SearchInput, Status, TranslationState } from '@pim/contract'
import { isDeliveryTarget, isTechnicalName } from '@pim/contract/core/names.ts'
import { endOfDay, isDay, startOfDay } from './days.ts'

/** What the address remembers of the list, so that a link, the back button and a reload show the same rows. */
export interface ListState extends ListAddress {
  readonly types: readonly string[]
  readonly statuses: readonly Status[]
  readonly conceptIds: readonly string[]
  readonly modifiedBy: readonly string[]
  readonly modifiedWithin: ModifiedWithin | undefined
  /** Days, both of them included. */
  readonly modifiedFrom: string | undefined
  readonly modifiedTo: string | undefined
  readonly completeness: Completeness | undefined
  /** Only drafts beside something that is live. */
  readonly isOverLive: boolean
  readonly readiness: ReadinessAsked | undefined
  readonly translation: readonly TranslationState[]
  /** By technical name: rows that go to one of them. */
  readonly channels: readonly string[]
  readonly deleted: Deleted | undefined
  /** As they stand in the address: only what knows the fields can say what they mean. */
  readonly fieldClauses: readonly string[]
  /** Undefined: the selected variation, or else the tenant's default one. */
  readonly variationId: string | undefined
  readonly showPublishedVersion: boolean
}

export const modifiedWithin = ['day', 'week', 'month'] as const
export type ModifiedWithin = (typeof modifiedWithin)[number]
const days: Record<ModifiedWithin, number> = { day: 1, week: 7, month: 30 }

export const completenessChoices = ['complete', 'incomplete', 'half'] as const
export type Completeness = (typeof completenessChoices)[number]
const shares: Record<Completeness, SearchFiltering['completeness']> = {
  complete: { min: 100 },
  incomplete: { max: 99 },
  half: { max: 49 },
}

export const readinessChoices = ['ready', 'notReady', 'half'] as const
/** For the channel, or else for every one that a row goes to. */
export interface ReadinessAsked {
  readonly share: (typeof readinessChoices)[number]
  readonly channel: string | undefined
}
const readyShares: Record<ReadinessAsked['share'], { readonly min?: number; readonly max?: number }> = {
  ready: { min: 100 },
  notReady: { max: 99 },
  half: { max: 49 },
}

export function readReadiness(text: string): ReadinessAsked | undefined {
  const [asked, channel] = text.split(':')
  const share = readinessChoices.find((each) => each === asked)
  if (share === undefined || (channel !== undefined && !isDeliveryTarget(channel))) return undefined
  return { share, channel }
}

export const writeReadiness = ({ share, channel }: ReadinessAsked): string =>
  channel === undefined ? share : `${share}:${channel}`

/** In the order in which they ask for work. */
export const translationChoices: readonly TranslationState[] = ['missing', 'outdated', 'inherited', 'own']

export const deletedChoices = ['only', 'too'] as const
export type Deleted = (typeof deletedChoices)[number]

export const statusChoices: readonly Status[] = ['draft', 'published', 'unpublished', 'archived']
const sortable = ['modifiedAt', 'name', 'technicalContentTypeName', 'status', 'completeness', 'readiness'].concat([
  'translation',
  'modifiedBy',
])
/** As many as the API takes. */
const maxClauses = 20
const maxChannels = 50
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an address. Whatever in it makes no sense is as good as not there. */
export function readListState(address: URLSearchParams): ListState {
  const day = (name: string) => [address.get(name) ?? ''].find(isDay)
  return {
    ...readListAddress(address, sortable),
    types: address.getAll('type').filter(isTechnicalName),
    statuses: statusChoices.filter((status) => address.getAll('status').includes(status)),
    conceptIds: address.getAll('concept').filter((concept) => id.test(concept)),
    modifiedBy: address.getAll('by').filter((user) => user !== '' && user.length <= 200),
    modifiedWithin: modifiedWithin.find((span) => span === address.get('within')),
    modifiedFrom: day('from'),
    modifiedTo: day('to'),
    completeness: completenessChoices.find((share) => share === address.get('complete')),
    isOverLive: address.get('live') === 'differs',
    readiness: readReadiness(address.get('ready') ?? ''),
    translation: translationChoices.filter((state) => address.getAll('translation').includes(state)),
    channels: address.getAll('channel').filter(isDeliveryTarget).slice(0, maxChannels),
    deleted: deletedChoices.find((choice) => choice === address.get('deleted')),
    fieldClauses: address.getAll('where').slice(0, maxClauses),
    variationId: address.get('variation') ?? undefined,
    showPublishedVersion: address.get('version') === 'published',
  }
}

/** Writes an address: only what differs from the list as one first meets it. */
export function writeListState(state: ListState): URLSearchParams {
  const address = new URLSearchParams()
  const write = (name: string, value: string | false | undefined) => {
    if (value) address.set(name, value)
  }
  for (const type of state.types) address.append('type', type)
  for (const status of state.statuses) address.append('status', status)
  for (const concept of state.conceptIds) address.append('concept', concept)
  for (const user of state.modifiedBy) address.append('by', user)
  write('within', state.modifiedWithin)
  write('from', state.modifiedFrom)
  write('to', state.modifiedTo)
  write('complete', state.completeness)
  write('live', state.isOverLive && 'differs')
  write('ready', state.readiness && writeReadiness(state.readiness))
  for (const translation of state.translation) address.append('translation', translation)
  for (const channel of state.channels) address.append('channel', channel)
  write('deleted', state.deleted)
  for (const clause of state.fieldClauses) address.append('where', clause)
  write('variation', state.variationId)
  write('version', state.showPublishedVersion && 'published')
  writeListAddress(address, state)
  return address
}

const noFilters = {
  searchText: '',
  types: [],
  statuses: [],
  conceptIds: [],
  modifiedBy: [],
  modifiedWithin: undefined,
  modifiedFrom: undefined,
  modifiedTo: undefined,
  completeness: undefined,
  isOverLive: false,
  readiness: undefined,
  translation: [],
  channels: [],
  deleted: undefined,
  fieldClauses: [],
} satisfies Partial<ListState>

export const withoutFilters = (state: ListState): ListState => changeList(state, noFilters)

export const hasFilters = (state: ListState): boolean =>
  writeListState({ ...state, pageNumber: 1 }).toString() !== writeListState(withoutFilters(state)).toString()

const dayInMilliseconds = 86_400_000

/** `now` is told, so that the same state asks the same within a minute. */
function modifiedAtOf(state: ListState, now: number): SearchFiltering['modifiedAt'] {
  const { modifiedWithin: span, modifiedFrom, modifiedTo } = state
  const minute = now - (now % 60_000)
  const from = span
    ? new Date(minute - days[span] * dayInMilliseconds).toISOString()
    : modifiedFrom && startOfDay(modifiedFrom)
  const to = modifiedTo && endOfDay(modifiedTo)
  return from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined
}

/** What the server is asked. */
export function searchInputOf(
  state: ListState,
  fields: readonly FieldFilter[],
  variationId: string | undefined,
  now: number,
): SearchInput {
  const modifiedAt = modifiedAtOf(state, now)
  const filtering: SearchFiltering = {
    ...(state.searchText ? { searchText: state.searchText } : {}),
    ...(state.types.length ? { contentTypeTechnicalNames: [...state.types] } : {}),
    ...(state.statuses.length ? { statuses: [...state.statuses] } : {}),
    ...(state.conceptIds.length ? { conceptIds: [...state.conceptIds], includeDescendants: true } : {}),
    ...(state.modifiedBy.length ? { modifiedBy: [...state.modifiedBy] } : {}),
    ...(modifiedAt ? { modifiedAt } : {}),
    ...(state.completeness ? { completeness: shares[state.completeness] } : {}),
    ...(state.isOverLive ? { hasUnpublishedChanges: true } : {}),
    ...(state.readiness
      ? {
          readiness: {
            ...readyShares[state.readiness.share],
            ...(state.readiness.channel ? { deliveryTarget: state.readiness.channel } : {}),
          },
        }
      : {}),
    ...(state.translation.length ? { translation: [...state.translation] } : {}),
    ...(state.channels.length ? { deliveryTargets: [...state.channels] } : {}),
    ...(state.deleted === 'only' ? { isDeleted: true } : {}),
    ...(fields.length ? { fields: [...fields] } : {}),
  }
  return {
    paging: { pageNumber: state.pageNumber, pageSize: state.pageSize },
    ...(state.sorting.field === 'relevance' ? {} : { sorting: { ...state.sorting } }),
    ...(variationId ? { variationId } : {}),
    ...(state.showPublishedVersion ? { showPublishedVersion: true } : {}),
    ...(state.deleted ? { includeDeleted: true } : {}),
    filtering,
  }
}
