import { type Handlers, Refusal } from '@pim/api-client/testing'
import { jobOf, planOf, rowOfStep } from '@pim/content-kit/testing'
import type {
  BatchItemResult,
  ContentItem,
  ContentType,
  PlannedVariation,
  PlanRequest,
  PlanStep,
  Role,
  SearchContentDocument,
  SearchInput,
  SearchPage,
  Settings,
} from '@pim/contract'
import { screen } from '@testing-library/react'
import { remote } from '../remote.tsx'
import { english, openContent, uuid } from './open-content.tsx'

export const cameraType: ContentType = {
  technicalName: 'camera',
  friendlyName: { 'en-US': 'Camera' },
  kind: 'user',
  fields: [{ technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' }],
}
/** What the list asks for where its address says nothing. */
export const firstPage: SearchInput = {
  paging: { pageNumber: 1, pageSize: 25 },
  sorting: { field: 'modifiedAt', direction: 'desc' },
  variationId: english.variationId,
  filtering: {},
}

const lensType: ContentType = { ...cameraType, technicalName: 'lens', friendlyName: { 'en-US': 'Lens' } }

/** A row of the list; the number tells one from another. */
export const row = (number: number, parts: Partial<SearchContentDocument> = {}): SearchContentDocument => ({
  contentItemId: uuid(100 + number),
  contentVariationId: uuid(200 + number),
  variationId: english.variationId,
  name: `Camera ${number}`,
  technicalContentTypeName: 'camera',
  kind: 'user',
  status: 'draft',
  hasUnpublishedChanges: false,
  completeness: 80,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100 },
  version: 1,
  conceptIds: [],
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'u2',
  ...parts,
})

const itemOf = ({ contentItemId, name, isDeleted = false }: SearchContentDocument): ContentItem => ({
  contentItemId,
  name,
  technicalContentTypeName: 'camera',
  kind: 'user',
  isDeleted,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
})

interface ListOptions {
  at?: string
  rows?: readonly SearchContentDocument[]
  /** How many there are on all pages. Left out: as many as are on this one. */
  totalCount?: number
  /** There are more than the server has counted. */
  totalIsCapped?: boolean
  /** Items and concepts that the values of the rows refer to. */
  linked?: SearchPage['linked']
  overrides?: Handlers
  role?: Role
  channels?: string[]
  settings?: Partial<Settings>
  fills?: Parameters<typeof openContent>[0]['fills']
  /** What is different about the plan of a step, for one row. */
  plan?: (row: PlannedVariation, asked: PlanRequest) => Partial<PlannedVariation>
}

const isLive = ({ status }: SearchContentDocument) => status === 'published'
/** What a step makes of a row. */
const after: Partial<Record<PlanStep, Partial<SearchContentDocument>>> = {
  publish: { status: 'published', hasUnpublishedChanges: false },
  delete: { isDeleted: true },
  restore: { isDeleted: false },
}

/** The list over a small server, which changes its rows as it is told and answers every page with all that fit. */
export function openList({ at = '/content-items', rows = [row(1), row(2)], ...options }: ListOptions = {}) {
  let stored = rows
  const asked: SearchInput[] = []
  const steps: string[] = []
  const planned: PlanRequest[] = []
  const change = (
    step: string,
    isMeant: (row: SearchContentDocument) => boolean,
    to: Partial<SearchContentDocument>,
  ) => {
    const before = stored.find(isMeant)
    if (!before) throw new Refusal('NOT_FOUND')
    steps.push(`${step} ${before.name}`)
    const changed = { ...before, ...to }
    stored = stored.map((each) => (each === before ? changed : each))
    return changed
  }
  const plan = (asked: PlanRequest) =>
    planOf(
      ('steps' in asked ? asked.steps : []).flatMap(({ contentVariationId, step }) => {
        const found = stored.find((each) => each.contentVariationId === contentVariationId)
        if (!found) return []
        const planned = rowOfStep(step, found, { ...found, version: 1, publishedVersion: isLive(found) ? 1 : null })
        return [{ ...planned, ...options.plan?.(planned, asked) }]
      }),
    )
  const server: Handlers = {
    'contentModel.getAllUserTypes': () => [cameraType, lensType],
    'search.searchUserContent': ({ body = {} }) => {
      asked.push(body)
      const { includeDeleted = false, filtering = {}, paging } = body
      const items = stored.filter(
        ({ status, deliveryTargets, isDeleted = false }) =>
          (filtering.statuses?.includes(status) ?? true) &&
          (deliveryTargets.length === 0 ||
            (filtering.deliveryTargets?.some((each) => deliveryTargets.includes(each)) ?? true)) &&
          (includeDeleted || !isDeleted) &&
          (filtering.isDeleted ?? isDeleted) === isDeleted,
      )
      const { pageNumber = 1, pageSize = 25 } = paging ?? {}
      const totalCount = options.totalCount ?? items.length
      const totalPages = Math.ceil(totalCount / pageSize)
      const linked = options.linked && { linked: options.linked }
      const { totalIsCapped } = options
      const total = { totalCount, totalPages, ...(totalIsCapped && { totalIsCapped }) }
      return { items, paging: { pageNumber, pageSize, ...total }, ...linked }
    },
    'publishPlan.makePlan': ({ body }) => {
      if ('steps' in body) return plan(body)
      planned.push(body)
      return { ...planOf([]), planId: uuid(900), jobId: uuid(901), state: 'planning', canExecute: false }
    },
    'publishPlan.getPlan': () => ({ ...planOf([]), planId: uuid(900), jobId: uuid(901), state: 'planning' }),
    'jobs.getJob': ({ params }) => jobOf({ ...params, kind: 'make-plan' }),
    'publishPlan.executePlan': ({ body }) => {
      if (!('steps' in body)) throw new Refusal('NOT_FOUND')
      if (plan(body).fingerprint !== body.fingerprint) throw new Refusal('PLAN_OUTDATED')
      for (const { contentVariationId, step } of body.steps)
        change(step, (each) => each.contentVariationId === contentVariationId, after[step] ?? {})
      return { jobId: null, variations: [] }
    },
    'contentItem.batchItems': ({ body }) => ({
      results: body.items.map(({ contentItemId, variations = [] }, index): BatchItemResult => {
        const before = stored.find((each) => each.contentItemId === contentItemId)
        const asked = variations.find(({ variationId }) => variationId === before?.variationId)
        if (!before || !asked?.deliveryTargets) throw new Refusal('NOT_FOUND')
        if (asked.baseVersion !== before.version) {
          const problem = { status: 409, code: 'VERSION_CONFLICT', message: 'for developers' } as const
          return { index, outcome: 'failed', problem }
        }
        const { deliveryTargets } = asked
        const { contentVariationId, variationId, status, version } = change(
          `channels ${deliveryTargets.join()} for`,
          (each) => each === before,
          { deliveryTargets, version: before.version + 1 },
        )
        const saved = [{ contentVariationId, variationId, status, version }]
        return { index, outcome: 'updated', variations: saved }
      }),
    }),
    'contentItem.deleteItem': ({ params }) =>
      itemOf(change('delete', (each) => each.contentItemId === params.contentItemId, { isDeleted: true })),
    'contentItem.restoreItem': ({ params }) =>
      itemOf(change('restore', (each) => each.contentItemId === params.contentItemId, { isDeleted: false })),
    ...options.overrides,
  }
  // The item's screen has tests of its own; here it only matters that one is led to it.
  const screens = { ...remote.screens, '/content-item/:contentItemId': null }
  /** A change by somebody else while the screen is open. */
  const meanwhile = (name: string, parts: Partial<SearchContentDocument>) => {
    stored = stored.map((each) => (each.name === name ? { ...each, ...parts, version: each.version + 1 } : each))
  }
  return {
    ...openContent({
      at,
      server,
      role: options.role ?? 'admin',
      screens,
      channels: options.channels,
      settings: options.settings,
      fills: options.fills,
    }),
    asked,
    steps,
    planned,
    meanwhile,
  }
}

export const rowOf = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(name) })
