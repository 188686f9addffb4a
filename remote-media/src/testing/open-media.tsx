import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import { savedChoicesServer } from '@pim/content-kit/testing'
import type {
  Binary,
  ContentItem,
  ContentType,
  ContentVariation,
  Role,
  SearchContentDocument,
  SearchInput,
  Variation,
} from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import strings from '../../locales/en-US.json'
import { remote } from '../remote.tsx'

// A query by role or label reads the whole document, which takes long on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

export const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const english: Variation = {
  variationId: uuid(1),
  friendlyName: 'English',
  languageCode: 'en-US',
  fallbackVariationId: null,
  isDefault: true,
}

const mediaType = (technicalName: string, mimeTypes: readonly string[]): ContentType => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'media',
  fields: [{ technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary', settings: { mimeTypes } }],
})

/** A row of the list; the number tells one from another. */
export const row = (number: number, parts: Partial<SearchContentDocument> = {}): SearchContentDocument => ({
  contentItemId: uuid(100 + number),
  contentVariationId: uuid(200 + number),
  variationId: english.variationId,
  name: `Picture ${number}.png`,
  technicalContentTypeName: 'picture',
  kind: 'media',
  binaryId: uuid(300 + number),
  status: 'draft',
  hasUnpublishedChanges: false,
  completeness: 100,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100 },
  version: 1,
  conceptIds: [],
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'u2',
  ...parts,
})

export const binary: Binary = {
  binaryId: uuid(301),
  fileName: 'from-the-camera.png',
  mimeType: 'image/png',
  byteSize: 1_500_000,
  sha256: '',
  width: 640,
  height: 480,
  rendition: { state: 'ready' },
  createdAt: '2026-01-01T00:00:00Z',
  usedBy: [],
}

interface MediaOptions {
  at?: string
  rows?: readonly SearchContentDocument[]
  /** How many there are on all pages. Left out: as many as are on this one. */
  totalCount?: number
  overrides?: Handlers
  role?: Role
  fills?: NonNullable<ComponentProps<typeof TestShell>['fills']>
}

/** The media list over a small server, which changes its files as it is told and answers every page with all of them. */
export function openMedia({ at = '/media-items', rows = [row(1), row(2)], ...options }: MediaOptions = {}) {
  let stored = rows
  const asked: SearchInput[] = []
  /** The calls that change something, in their order. */
  const steps: string[] = []
  const find = (isMeant: (row: SearchContentDocument) => boolean) => {
    const found = stored.find((each) => isMeant(each))
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  }
  const ofItem = (id: string) => find(({ contentItemId }) => contentItemId === id)
  const ofVariation = (id: string) => find(({ contentVariationId }) => contentVariationId === id)
  const change = (step: string, before: SearchContentDocument, parts: Partial<SearchContentDocument>) => {
    steps.push(`${step} ${before.name}`)
    const after = { ...before, ...parts }
    stored = stored.map((each) => (each === before ? after : each))
    return after
  }
  const server: Handlers = {
    ...savedChoicesServer().handlers,
    'tenants.getVariations': () => [english],
    'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
    'contentModel.getAllMediaTypes': () => [mediaType('picture', ['image/*']), mediaType('document', [])],
    'search.searchMediaContent': ({ body = {} }) => {
      asked.push(body)
      const wanted = body.includeDeleted ? body.filtering?.isDeleted : false
      const items = stored.filter(({ isDeleted = false }) => wanted === undefined || isDeleted === wanted)
      const { pageNumber = 1, pageSize = 25 } = body.paging ?? {}
      const totalCount = options.totalCount ?? items.length
      return { items, paging: { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) } }
    },
    'contentItem.getItem': ({ params }) => itemOf(ofItem(params.contentItemId)),
    'contentItem.getItemVariations': ({ params }) => [variationOf(ofItem(params.contentItemId))],
    'contentItem.getLinkedContent': () => ({ outgoing: [], incoming: [] }),
    'contentItem.renameItem': ({ query }) =>
      itemOf(change('rename', ofItem(query.contentItemId), { name: query.name })),
    'contentItem.deleteItem': ({ params }) =>
      itemOf(change('delete', ofItem(params.contentItemId), { isDeleted: true })),
    'contentItem.restoreItem': ({ params }) =>
      itemOf(change('restore', ofItem(params.contentItemId), { isDeleted: false })),
    'contentVariation.publish': ({ params }) =>
      variationOf(change('publish', ofVariation(params.contentVariationId), { status: 'published' })),
    'binary.getBinary': () => binary,
    ...options.overrides,
  }
  const record = createShellRecord()
  render(
    <TestShell
      remote={remote}
      at={at}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={server}
      role={options.role ?? 'admin'}
      record={record}
      {...(options.fills && { fills: options.fills })}
    />,
  )
  return { user: userEvent.setup(), record, asked, steps }
}

const itemOf = ({
  contentItemId,
  name,
  technicalContentTypeName,
  isDeleted = false,
}: SearchContentDocument): ContentItem => ({
  contentItemId,
  name,
  technicalContentTypeName,
  kind: 'media',
  isDeleted,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
})

export const variationOf = ({
  contentItemId,
  contentVariationId,
  status,
  binaryId,
}: SearchContentDocument): ContentVariation => ({
  contentVariationId,
  contentItemId,
  variationId: english.variationId,
  status,
  version: 1,
  publishedVersion: status === 'published' ? 1 : null,
  publishedAt: null,
  hasUnpublishedChanges: false,
  allowedActions: ['publish'],
  completeness: 100,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100, outdatedFields: [] },
  fields: { file: { value: binaryId ?? null, isInherited: false, sourceVariationId: english.variationId } },
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'u2',
})
