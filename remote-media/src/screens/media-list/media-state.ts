import { type ListAddress, readListAddress, writeListAddress } from '@pim/content-kit'
import type { SearchInput, Status } from '@pim/contract'
import { mediaTypes } from '@pim/contract/core/media-types.ts'
import type { AltTextPlace } from './texts/alt-text.ts'

/** What the address remembers of the media list. */
export interface MediaState extends ListAddress {
  readonly statuses: readonly Status[]
  readonly kinds: readonly FileKind[]
  readonly deleted: Deleted | undefined
  readonly altText: AltTextFilter | undefined
  readonly view: MediaView
  readonly variationId: string | undefined
  readonly showPublishedVersion: boolean
  /** The item whose details are open beside the list. */
  readonly openItemId: string | undefined
  /** The item whose whole picture is shown over the list, and which page of it. */
  readonly previewedId: string | undefined
  readonly previewPage: number
}

/** Tiles, lines, or a table to write alternative texts in. */
const views = ['grid', 'list', 'texts'] as const
export type MediaView = (typeof views)[number]

/** Files whose alternative text is missing in the variation, or is there. */
export const altTextChoices = ['missing', 'there'] as const
export type AltTextFilter = (typeof altTextChoices)[number]

/** Only what is deleted, or that too. */
export const deletedChoices = ['only', 'too'] as const
export type Deleted = (typeof deletedChoices)[number]

export type FileKind = keyof typeof mediaTypes
export const fileKinds: readonly FileKind[] = ['picture', 'document', 'video', 'audio']
export const statusChoices: readonly Status[] = ['draft', 'published', 'unpublished', 'archived']
const sortable = ['modifiedAt', 'name', 'status']

export function readMediaState(address: URLSearchParams): MediaState {
  return {
    ...readListAddress(address, sortable),
    statuses: statusChoices.filter((status) => address.getAll('status').includes(status)),
    kinds: fileKinds.filter((kind) => address.getAll('kind').includes(kind)),
    deleted: deletedChoices.find((choice) => choice === address.get('deleted')),
    altText: altTextChoices.find((choice) => choice === address.get('altText')),
    view: views.find((view) => view === address.get('view')) ?? 'grid',
    variationId: address.get('variation') ?? undefined,
    showPublishedVersion: address.get('version') === 'published',
    openItemId: address.get('item') ?? undefined,
    previewedId: address.get('preview') ?? undefined,
    previewPage: Math.max(1, Number.parseInt(address.get('previewPage') ?? '1', 10) || 1),
  }
}

export function writeMediaState(state: MediaState): URLSearchParams {
  const address = new URLSearchParams()
  for (const status of state.statuses) address.append('status', status)
  for (const kind of state.kinds) address.append('kind', kind)
  if (state.deleted) address.set('deleted', state.deleted)
  if (state.altText) address.set('altText', state.altText)
  if (state.view !== 'grid') address.set('view', state.view)
  if (state.variationId) address.set('variation', state.variationId)
  if (state.showPublishedVersion) address.set('version', 'published')
  writeListAddress(address, state)
  if (state.openItemId) address.set('item', state.openItemId)
  if (state.previewedId) address.set('preview', state.previewedId)
  if (state.previewedId && state.previewPage > 1) address.set('previewPage', String(state.previewPage))
  return address
}

export const hasFilters = ({ searchText, statuses, kinds, deleted, altText }: MediaState): boolean =>
  searchText !== '' || deleted !== undefined || altText !== undefined || statuses.length > 0 || kinds.length > 0

export const withoutFilters = (state: MediaState): MediaState => ({
  ...state,
  pageNumber: 1,
  searchText: '',
  statuses: [],
  kinds: [],
  deleted: undefined,
  altText: undefined,
  showPublishedVersion: false,
})

/** `altText`: the field that has it; undefined where no media type has one, or where they are not known yet. */
export function mediaSearchOf(
  state: MediaState,
  variationId: string | undefined,
  altText?: AltTextPlace | undefined,
): SearchInput {
  return {
    paging: { pageNumber: state.pageNumber, pageSize: state.pageSize },
    ...(state.sorting.field === 'relevance' ? {} : { sorting: { ...state.sorting } }),
    ...(variationId ? { variationId } : {}),
    ...(state.showPublishedVersion ? { showPublishedVersion: true } : {}),
    ...(state.deleted ? { includeDeleted: true } : {}),
    ...(state.searchText && { matches: true }),
    filtering: {
      ...(state.deleted === 'only' ? { isDeleted: true } : {}),
      ...(state.searchText ? { searchText: state.searchText } : {}),
      ...(state.statuses.length ? { statuses: [...state.statuses] } : {}),
      ...(state.altText && altText
        ? {
            contentTypeTechnicalNames: [...altText.contentTypes],
            fields: [
              {
                technicalFieldName: altText.field,
                operator: state.altText === 'missing' ? ('isEmpty' as const) : ('isNotEmpty' as const),
              },
            ],
          }
        : {}),
      ...(state.kinds.length ? { mimeTypes: state.kinds.flatMap((kind) => [...mediaTypes[kind]]) } : {}),
    },
  }
}
