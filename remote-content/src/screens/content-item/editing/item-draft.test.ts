import type { ContentVariation, FieldState, UpdateRequest } from '@pim/contract'
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core'
import type { KeptDraft } from './edit.ts'
import { ItemDraft } from './item-draft.ts'
import type { SaveOutcome } from './save-outcome.ts'

const own = (value: unknown): FieldState => ({ value, isInherited: false, sourceVariationId: 'sv' })
const inherited = (value: unknown): FieldState => ({ value, isInherited: true, sourceVariationId: 'en' })

const variation = (version: number, fields: Record<string, FieldState>): ContentVariation => ({
  contentVariationId: 'cv',
  contentItemId: 'item',
  variationId: 'sv',
  status: 'draft',
  version,
  publishedVersion: null,
  publishedAt: null,
  hasUnpublishedChanges: false,
  allowedActions: [],
  completeness: 100,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100, outdatedFields: [] },
  fields,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'somebody',
})

const start = variation(5, { title: own('Kamera'), text: inherited('Text'), size: own(1) })

/** A draft over a stand-in for the network's edge: the test answers each save by hand. */
function setUp(from: ContentVariation = start, onCheck: (value: unknown) => void = () => undefined) {
  const requests: UpdateRequest[] = []
  const answers: ((outcome: SaveOutcome) => void)[] = []
  const kept: (KeptDraft | undefined)[] = []
  const draft = new ItemDraft({
    variation: from,
    save: (request) => {
      requests.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    blocks: (technicalFieldName, value) => {
      onCheck(value)
      return value === 'unkeepable' ? [{ technicalFieldName, code: 'WRONG_TYPE', message: 'no' }] : []
    },
    keep: (state) => kept.push(state),
  })
  const answer = async (outcome: SaveOutcome) => {
    answers.shift()?.(outcome)
    await rs.advanceTimersByTimeAsync(0)
  }
  const saved = (version: number, fields: Record<string, FieldState>) =>
    answer({ kind: 'saved', variation: variation(version, { ...from.fields, ...fields }) })
  return { draft, requests, kept, answer, saved }
}

const quiet = () => rs.advanceTimersByTimeAsync(1_200)

describe('a draft', () => {
  beforeEach(() => void rs.useFakeTimers())
  afterEach(() => void rs.useRealTimers())

  it('is kept in the browser at once and sent after a moment of quiet', async () => {
    const { draft, requests, kept, saved } = setUp()
    draft.edit('title', 'K')
    draft.edit('title', 'Ka')
    expect(kept.at(-1)?.edits.title).toEqual({ kind: 'set', value: 'Ka' })
    expect(requests).toEqual([])
    await quiet()
    expect(requests).toEqual([
      {
        contentVariationId: 'cv',
        baseVersion: 5,
        fields: [{ technicalFieldName: 'title', value: 'Ka' }],
        resetFields: [],
      },
    ])
    await saved(6, { title: own('Ka') })
    expect(draft.summary().state).toBe('saved')
    expect(kept.at(-1)).toBeUndefined()
  })

  it('sends what was typed during a save in the next one, from the version that the save made', async () => {
    const { draft, requests, saved } = setUp()
    draft.edit('title', 'Ka')
    await quiet()
    draft.edit('title', 'Kam')
    await saved(6, { title: own('Ka') })
    expect(draft.field('title').value).toBe('Kam')
    await quiet()
    expect(requests[1]).toMatchObject({ baseVersion: 6, fields: [{ value: 'Kam' }] })
  })

  it('never sends an edit as if its writer had seen what others did to the field after it began', async () => {
    const { draft, requests, saved } = setUp()
    draft.edit('title', 'Ka')
    await quiet()
    draft.edit('size', 2)
    // Somebody else changed the size in version 6; our title came to be version 7.
    await saved(7, { title: own('Ka'), size: own(9) })
    await quiet()
    expect(requests[1]).toMatchObject({ baseVersion: 5, fields: [{ technicalFieldName: 'size', value: 2 }] })
  })

  it('saves the other fields when one is in conflict, and asks about that one', async () => {
    const { draft, requests, answer, saved } = setUp()
    draft.edit('title', 'mine')
    draft.edit('size', 2)
    await quiet()
    const conflict = { technicalFieldName: 'title', base: 'Kamera', mine: 'mine', theirs: 'theirs' }
    await answer({ kind: 'conflict', conflicts: [conflict], currentVersion: 8, failure: undefined })
    expect(draft.field('title').conflict).toEqual(conflict)
    await quiet()
    expect(requests[1]).toMatchObject({ baseVersion: 5, fields: [{ technicalFieldName: 'size' }] })
    await saved(9, { size: own(2) })
    draft.settle('title', 'mine')
    await quiet()
    expect(requests[2]).toMatchObject({ baseVersion: 8, fields: [{ technicalFieldName: 'title', value: 'mine' }] })
  })

  it('tells whoever shows it of what changed alone: the field at a key press, nothing but the state at a save', async () => {
    const { draft, saved } = setUp()
    const told: string[] = []
    for (const name of ['title', 'text', 'size']) draft.fieldStore(name).subscribe(() => told.push(name))
    draft.store.subscribe(({ state }) => told.push(state))
    for (const value of ['K', 'Ka', 'Kam']) draft.edit('title', value)
    expect(told).toEqual(['title', 'waiting', 'title', 'title'])
    told.length = 0
    await quiet()
    await saved(6, { title: own('Kam'), text: { ...inherited('Text') } })
    expect(told.filter((each) => each === 'text' || each === 'size')).toEqual([])
    expect(told.at(-1)).toBe('saved')
  })

  it('checks and keeps each change once', () => {
    const checked: unknown[] = []
    const { draft, kept } = setUp(start, (value) => checked.push(value))
    for (const value of ['K', 'Ka', 'Kam']) draft.edit('title', value)
    expect(checked).toEqual(['K', 'Ka', 'Kam'])
    expect(kept.map((each) => each?.edits.title)).toEqual(['K', 'Ka', 'Kam'].map((value) => ({ kind: 'set', value })))
  })

  it('drops its own edit when theirs is chosen', async () => {
    const { draft, answer } = setUp()
    draft.edit('title', 'mine')
    await quiet()
    const conflict = { technicalFieldName: 'title', base: 'Kamera', mine: 'mine', theirs: 'theirs' }
    await answer({ kind: 'conflict', conflicts: [conflict], currentVersion: 8, failure: undefined })
    draft.settle('title', 'theirs')
    expect(draft.field('title').value).toBe('theirs')
    expect(draft.summary().state).toBe('saved')
  })

  it('keeps everything when a save fails, and tries again by itself when the failure is a passing one', async () => {
    const { draft, requests, answer, saved } = setUp()
    draft.edit('title', 'Ka')
    await quiet()
    await answer({ kind: 'failed', failure: new Error('away'), isTransient: true })
    expect(draft.summary().state).toBe('failed')
    expect(draft.field('title').value).toBe('Ka')
    await rs.advanceTimersByTimeAsync(5_000)
    expect(requests).toHaveLength(2)
    await saved(6, { title: own('Ka') })
    expect(draft.summary().state).toBe('saved')
  })

  it('sends the old value too after a save that failed, as the server may have the new one', async () => {
    const { draft, requests, answer, saved } = setUp()
    draft.edit('title', 'Ka')
    await quiet()
    await answer({ kind: 'failed', failure: new Error('away'), isTransient: true })
    draft.edit('title', 'Kamera')
    await quiet()
    expect(requests[1]?.fields).toEqual([{ technicalFieldName: 'title', value: 'Kamera' }])
    await saved(7, { title: own('Kamera') })
    expect(draft.summary().state).toBe('saved')
  })

  it('holds back a value that cannot be kept and sends the rest', async () => {
    const { draft, requests } = setUp()
    draft.edit('title', 'unkeepable')
    draft.edit('size', 3)
    await quiet()
    expect(requests[0]?.fields).toEqual([{ technicalFieldName: 'size', value: 3 }])
    expect(draft.field('title').errors).toHaveLength(1)
  })

  it('shows a refusal at its field and sends the field again only once it has changed', async () => {
    const { draft, requests, answer } = setUp()
    draft.edit('title', 'taken')
    await quiet()
    const fieldErrors = [{ technicalFieldName: 'title', code: 'NOT_UNIQUE' as const, message: 'is taken' }]
    await answer({ kind: 'refused', fieldErrors, failure: new Error('409') })
    expect(draft.field('title').errors).toEqual(fieldErrors)
    await quiet()
    expect(requests).toHaveLength(1)
    draft.edit('title', 'free')
    await quiet()
    expect(requests).toHaveLength(2)
  })

  it('undoes a word at a time, also after it was saved', async () => {
    const { draft, requests, saved } = setUp()
    draft.edit('title', 'K')
    draft.edit('title', 'Ka')
    await quiet()
    await saved(6, { title: own('Ka') })
    draft.undo()
    expect(draft.field('title').value).toBe('Kamera')
    await quiet()
    expect(requests[1]?.fields).toEqual([{ technicalFieldName: 'title', value: 'Kamera' }])
    draft.redo()
    expect(draft.field('title').value).toBe('Ka')
  })

  it('undoes the first own value of an inherited field by giving it back to the fallback', async () => {
    const { draft, requests, saved } = setUp()
    draft.edit('text', 'Eget')
    expect(draft.field('text').isInherited).toBe(false)
    await quiet()
    await saved(6, { text: own('Eget') })
    draft.undo()
    await quiet()
    expect(requests[1]).toMatchObject({ fields: [], resetFields: ['text'] })
  })

  it('forgets an edit that comes back to what the server has', async () => {
    const { draft, requests } = setUp()
    draft.edit('title', 'x')
    draft.edit('title', 'Kamera')
    await quiet()
    expect(requests).toEqual([])
    expect(draft.summary().state).toBe('saved')
  })

  it('follows the server in fields that nobody writes in, and leaves the others as typed', () => {
    const { draft } = setUp()
    draft.edit('title', 'mine')
    draft.follow(variation(6, { title: own('theirs'), text: inherited('Nytt'), size: own(1) }))
    expect(draft.field('title').value).toBe('mine')
    expect(draft.field('text').value).toBe('Nytt')
  })

  it('takes up what an earlier visit left behind, from the version that visit saw', async () => {
    const { draft, requests } = setUp()
    draft.takeUp({ edits: { title: { kind: 'set', value: 'left' } }, bases: { title: 3 } })
    await quiet()
    expect(requests[0]).toMatchObject({ baseVersion: 3, fields: [{ value: 'left' }] })
  })

  it('tells the channels from a field that has their name', async () => {
    const { draft, requests, answer } = setUp(variation(5, { deliveryTargets: own('a van') }))
    draft.edit('deliveryTargets', 'a bike')
    draft.edit('$deliveryTargets', ['web'])
    await quiet()
    expect(requests[0]).toMatchObject({
      fields: [{ technicalFieldName: 'deliveryTargets', value: 'a bike' }],
      deliveryTargets: ['web'],
    })
    const conflict = { technicalFieldName: 'deliveryTargets', base: 'a van', mine: 'a bike', theirs: 'a train' }
    await answer({ kind: 'conflict', conflicts: [conflict], currentVersion: 8, failure: undefined })
    expect(draft.summary().conflicts).toEqual(['deliveryTargets'])
  })

  it('redraws only the field that is written in', () => {
    const { draft } = setUp()
    const drawn: string[] = []
    draft.fieldStore('title').subscribe(() => drawn.push('title'))
    draft.fieldStore('size').subscribe(() => drawn.push('size'))
    const before = draft.field('size')
    draft.edit('title', 'x')
    expect(drawn).toEqual(['title'])
    expect(draft.field('size')).toBe(before)
  })
})
