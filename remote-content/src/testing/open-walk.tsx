import { type Handlers, Refusal } from '@pim/api-client/testing'
import { planOf, rowOfStep } from '@pim/content-kit/testing'
import type { ContentVariation, PlanRequest, SearchContentDocument, UpdateRequest } from '@pim/contract'
import { english, openContent, swedish } from './open-content.tsx'
import { cameraType, item, variation } from './open-item.tsx'

interface WalkOptions {
  at: string
  /** In Swedish, in the order of the list. */
  rows: readonly SearchContentDocument[]
  outdatedFields?: string[]
  /** The item that lacks a title, so that it cannot be published. */
  blocked?: string
  overrides?: Handlers
}

/** A list of items with the screen of each of them, over a small server that finds texts by how far they are translated. */
export function openWalk({ at, rows, outdatedFields = ['title'], blocked, overrides = {} }: WalkOptions) {
  const behind = { state: 'outdated', percent: 50, outdatedFields } as const
  let stored = rows.map(({ contentVariationId, contentItemId }) =>
    variation(contentVariationId, { contentItemId, variationId: swedish.variationId, translation: behind }),
  )
  const saves: UpdateRequest[] = []
  const stateOf = (row: SearchContentDocument) =>
    stored.find((each) => each.contentVariationId === row.contentVariationId)?.translation.state
  const nameOf = ({ contentVariationId }: ContentVariation) =>
    rows.find((each) => each.contentVariationId === contentVariationId)?.name
  const meanwhile = (id: string, parts: (before: ContentVariation) => Partial<ContentVariation>): ContentVariation => {
    const before = stored.find((each) => each.contentVariationId === id)
    if (!before) throw new Refusal('NOT_FOUND')
    const after = { ...before, version: before.version + 1, ...parts(before) }
    stored = stored.map((each) => (each === before ? after : each))
    return after
  }
  const planned = (asked: PlanRequest) => {
    const steps = 'steps' in asked ? asked.steps : []
    return planOf(
      steps.flatMap(({ contentVariationId, step }) => {
        const found = stored.find((each) => each.contentVariationId === contentVariationId)
        const row = rows.find((each) => each.contentVariationId === contentVariationId)
        if (!found || !row) return []
        const lacking = { technicalFieldName: 'title', code: 'REQUIRED', message: 'is required' } as const
        return [{ ...rowOfStep(step, row, found), ...(row.name === blocked && { blocking: [lacking] }) }]
      }),
    )
  }
  const server: Handlers = {
    'contentModel.getAllUserTypes': () => [cameraType],
    'contentModel.getAllTypes': () => [cameraType],
    'contentModel.getTypeByName': () => cameraType,
    'search.searchUserContent': ({ body = {} }) => {
      const { pageNumber = 1, pageSize = 25 } = body.paging ?? {}
      const states = body.filtering?.translation
      const found = rows.filter((row) => states?.some((state) => state === stateOf(row)) ?? true)
      const items = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
      const totalPages = Math.ceil(found.length / pageSize)
      return { items, paging: { pageNumber, pageSize, totalCount: found.length, totalPages } }
    },
    'contentItem.getItem': ({ params: { contentItemId } }) => {
      const row = rows.find((each) => each.contentItemId === contentItemId)
      if (!row) throw new Refusal('NOT_FOUND')
      return { ...item, contentItemId, name: row.name }
    },
    'contentItem.getItemVariations': ({ params: { contentItemId } }) => {
      const own = stored.filter((each) => each.contentItemId === contentItemId)
      return [variation(contentItemId, { contentItemId, variationId: english.variationId }), ...own]
    },
    'contentVariation.getChangedSources': () => [],
    'contentItem.getLinkedContent': () => ({ outgoing: [], incoming: [] }),
    'contentVariation.getVersions': () => ({
      items: [],
      paging: { pageNumber: 1, pageSize: 10, totalCount: 0, totalPages: 0 },
    }),
    'contentVariation.updateVariation': ({ body }) => {
      saves.push(body)
      const written = new Set(body.fields.map(({ technicalFieldName }) => technicalFieldName))
      return meanwhile(body.contentVariationId, ({ translation }) => {
        const left = translation.outdatedFields.filter((name) => !written.has(name))
        return left.length > 0 ? {} : { translation: { state: 'own', percent: 100, outdatedFields: left } }
      })
    },
    'publishPlan.makePlan': ({ body }) => planned(body),
    'publishPlan.executePlan': ({ body }) => {
      const steps = 'steps' in body ? body.steps : []
      const live = { status: 'published', hasUnpublishedChanges: false } as const
      return {
        jobId: null,
        variations: steps.map(({ contentVariationId }) =>
          meanwhile(contentVariationId, ({ version }) => ({ ...live, publishedVersion: version + 1 })),
        ),
      }
    },
    ...overrides,
  }
  return {
    ...openContent({ at, server, role: 'admin' }),
    saves,
    meanwhile,
    published: () => stored.flatMap((each) => (each.status === 'published' ? [nameOf(each)] : [])),
  }
}
