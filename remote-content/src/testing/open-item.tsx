import { type Handlers, Refusal } from '@pim/api-client/testing'
import { planOf, rowOfStep } from '@pim/content-kit/testing'
import type {
  ContentItem,
  ContentType,
  ContentVariation,
  Field,
  FieldState,
  PlanLinked,
  PlannedVariation,
  PlanRequest,
  PlanStep,
  Role,
  UpdateRequest,
  Variation,
} from '@pim/contract'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { english, openContent, swedish, uuid } from './open-content.tsx'

const field = (technicalName: string, label: string, parts: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': label },
  type: 'text',
  ...parts,
})

export const cameraType: ContentType = {
  technicalName: 'camera',
  friendlyName: { 'en-US': 'Camera' },
  kind: 'user',
  groups: [{ technicalName: 'basics', friendlyName: { 'en-US': 'Basics' } }],
  fields: [
    field('title', 'Title', { group: 'basics', required: 'onPublish' }),
    field('colour', 'Colour', { group: 'basics' }),
    field('slogan', 'Slogan', { group: 'basics' }),
    field('sku', 'SKU', { localizable: false, unique: 'contentType' }),
    field('weight', 'Weight', { type: 'integer' }),
  ],
}

export const contentItemId = uuid(100)
export const inEnglish = uuid(201)
export const inSwedish = uuid(202)

export const item: ContentItem = {
  contentItemId,
  name: 'Kamera 70',
  technicalContentTypeName: 'camera',
  kind: 'user',
  isDeleted: false,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
}

const own = (value: unknown, { variationId }: Variation): FieldState => ({
  value,
  isInherited: false,
  sourceVariationId: variationId,
})
const nobodys: FieldState = { value: null, isInherited: false, sourceVariationId: null }

const englishFields: Record<string, FieldState> = {
  title: own('Camera', english),
  colour: own('Black', english),
  slogan: own('See more', english),
  sku: own('C-70', english),
  weight: nobodys,
}

export const variation = (contentVariationId: string, parts: Partial<ContentVariation>): ContentVariation => ({
  contentVariationId,
  contentItemId,
  variationId: english.variationId,
  status: 'draft',
  version: 3,
  publishedVersion: null,
  publishedAt: null,
  hasUnpublishedChanges: false,
  allowedActions: ['publish', 'archive'],
  completeness: 100,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100, outdatedFields: [] },
  fields: englishFields,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'u2',
  ...parts,
})

interface ItemOptions {
  /** The variation that is opened. */
  at?: Variation
  overrides?: Handlers
  fills?: Parameters<typeof openContent>[0]['fills']
  /** Called before a save, or a publishing, is done: to refuse it or to hold it up. */
  beforeSave?: (body: UpdateRequest) => void | Promise<void>
  beforePublish?: (contentVariationId: string) => void
  /** What is different about the plan of a step, for one of its variations. */
  plan?: (row: PlannedVariation, asked: PlanRequest) => Partial<PlannedVariation>
  /** Variations that a plan touches beside those that have a step. */
  alsoPlanned?: readonly PlannedVariation[]
  /** The linked items of a plan, counted and as rows. */
  alongPlanned?: (asked: PlanRequest) => { linked: PlanLinked; rows: readonly PlannedVariation[] }
  role?: Role
  item?: Partial<ContentItem>
  /** What is different about the Swedish variation. */
  inSwedish?: Partial<ContentVariation>
  /** Parts of the English variation that differ. */
  inDefault?: Partial<ContentVariation>
  /** Fields whose live value differs from the working copy. */
  live?: Record<string, FieldState>
  /** What an earlier visit left unsaved, by its key. */
  drafts?: Record<string, unknown>
  channels?: string[]
}

/**
 * One item over a small server, which keeps what it is sent. Of its Swedish fields the title is Swedish, the colour comes
 * from English and the slogan is empty on purpose.
 */
export function openItem({ at = swedish, overrides = {}, role = 'admin', ...options }: ItemOptions = {}) {
  const theItem = { ...item, ...options.item }
  const swedishFields = {
    ...englishFields,
    title: own('Kamera', swedish),
    colour: { ...own('Black', english), isInherited: true },
    slogan: own(null, swedish),
  }
  let stored = [
    variation(inEnglish, { ...options.inDefault }),
    variation(inSwedish, { variationId: swedish.variationId, fields: swedishFields, ...options.inSwedish }),
  ]
  const saves: UpdateRequest[] = []
  /** The calls that change something, in their order. */
  const calls: string[] = []
  const change = (id: string, parts: (before: ContentVariation) => Partial<ContentVariation>): ContentVariation => {
    const before = stored.find((each) => each.contentVariationId === id)
    if (!before) throw new Refusal('NOT_FOUND')
    const after = { ...before, version: before.version + 1, ...parts(before) }
    stored = stored.map((each) => (each === before ? after : each))
    return after
  }
  const save = ({ contentVariationId, fields, resetFields = [], deliveryTargets }: UpdateRequest) =>
    change(contentVariationId, (before) => ({
      ...(deliveryTargets && { deliveryTargets }),
      fields: {
        ...before.fields,
        ...Object.fromEntries(
          fields.map(({ technicalFieldName: name, value }) => [
            name,
            { value, isInherited: false, sourceVariationId: before.variationId },
          ]),
        ),
        ...Object.fromEntries(
          resetFields.map((name) => [name, { ...(englishFields[name] ?? nobodys), isInherited: true }]),
        ),
      },
    }))
  const publish = (contentVariationId: string) =>
    change(contentVariationId, ({ version }) => ({
      status: 'published',
      publishedVersion: version + 1,
      publishedAt: '2026-01-02T00:00:00Z',
      hasUnpublishedChanges: false,
      allowedActions: ['publish', 'unpublish', 'draft'],
    }))
  const plan = (asked: PlanRequest) => {
    const steps = 'steps' in asked ? asked.steps : []
    const rows = steps.flatMap(({ contentVariationId, step }) => {
      const variation = stored.find((each) => each.contentVariationId === contentVariationId)
      return variation ? [rowOfStep(step, theItem, variation)] : []
    })
    const along = options.alongPlanned?.(asked)
    const all = [...rows, ...(options.alsoPlanned ?? []), ...(along?.rows ?? [])]
    const made = planOf(all.map((row) => ({ ...row, ...options.plan?.(row, asked) })))
    return along ? { ...made, linked: along.linked, itemCount: 1 + along.rows.length } : made
  }
  const take = (contentVariationId: string, step: PlanStep) => {
    if (step === 'delete' || step === 'restore') {
      calls.push(step)
      theItem.isDeleted = step === 'delete'
      return []
    }
    calls.push(step)
    options.beforePublish?.(contentVariationId)
    return [publish(contentVariationId)]
  }
  const server: Handlers = {
    'contentItem.getItem': () => theItem,
    'contentItem.getItemVariations': () => stored,
    'contentModel.getTypeByName': () => cameraType,
    'contentModel.getAllTypes': () => [cameraType],
    'contentVariation.getChangedSources': () => [],
    'contentItem.getLinkedContent': () => ({ outgoing: [], incoming: [] }),
    'contentVariation.getVersions': () => ({
      items: [],
      paging: { pageNumber: 1, pageSize: 10, totalCount: 0, totalPages: 0 },
    }),
    'contentVariation.getPublishedVariation': ({ params }) => {
      const live = stored.find((each) => each.contentVariationId === params.contentVariationId)
      if (!live) throw new Refusal('NOT_FOUND')
      return { ...live, fields: { ...live.fields, ...options.live } }
    },
    'contentVariation.checkUniqueness': () => ({ isUnique: true, scope: 'contentType', conflicts: [] }),
    'contentVariation.updateVariation': async ({ body }) => {
      saves.push(body)
      calls.push('save')
      await options.beforeSave?.(body)
      return save(body)
    },
    'publishPlan.makePlan': ({ body }) => plan(body),
    'publishPlan.executePlan': ({ body }) => {
      if (!('steps' in body)) throw new Refusal('NOT_FOUND')
      const now = plan(body)
      if (now.fingerprint !== body.fingerprint) throw new Refusal('PLAN_OUTDATED', { plan: now })
      if (!now.canExecute) throw new Refusal('VALIDATION_FAILED')
      return {
        jobId: null,
        variations: body.steps.flatMap(({ contentVariationId, step }) => take(contentVariationId, step)),
      }
    },
    ...overrides,
  }
  const opened = openContent({
    at: `/content-item/${contentItemId}?variation=${at.variationId}`,
    server,
    role,
    channels: options.channels,
    fills: options.fills,
    ...(options.drafts ? { drafts: options.drafts } : {}),
  })
  /** A change by somebody else while the screen is open. */
  const meanwhile = (contentVariationId: string, parts: (before: ContentVariation) => Partial<ContentVariation>) =>
    change(contentVariationId, parts)
  return { ...opened, saves, calls, meanwhile }
}

/** The input of a field, once the editor is there. */
export const input = (label: string): Promise<HTMLInputElement> =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })

/** Adds to what a field holds, in one event: typed letter by letter, a busy machine may save in the middle of it. */
export async function add(user: UserEvent, label: string, text: string) {
  await user.click(await input(label))
  await user.paste(text)
}

/** A field with everything that belongs to it: its input, whose value it is, what is wrong with it. */
export async function fieldOf(label: string): Promise<HTMLElement> {
  const place = (await input(label)).closest<HTMLElement>('[data-field]')
  if (!place) throw new Error(`${label} stands in no field.`)
  return place
}

/** The line at the top that says whether everything is saved. */
export const saveState = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text)
