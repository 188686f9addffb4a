import { isDeepStrictEqual } from 'node:util'
import type { ContentType } from '@pim/contract'
import { expect } from '@rstest/core'
import type { ItemState } from '../../src/modules/content/domain/item-state.ts'
import { present, presentLive } from '../../src/modules/content/domain/presentation.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import type { Move } from './random-moves.ts'
import { parents, type ReferenceModel, type Where } from './reference-model.ts'

/** The content type and variations of the random walk, and the comparison of the real item with the model. */

export const wheres = Object.keys(parents) as Where[]
/** Variation ids of the walk in memory; the walk through the database replaces them by those of its tenant. */
export const variationIds = Object.fromEntries(wheres.map((where) => [where, newId()])) as Record<Where, string>
export const targets = ['print', 'web']
export const type: ContentType = {
  technicalName: 'thing',
  friendlyName: { 'en-US': 'Thing' },
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text', required: 'onPublish' },
    { technicalName: 'note', friendlyName: {}, type: 'text' },
    { technicalName: 'tone', friendlyName: {}, type: 'text', defaultValue: 'calm' },
    { technicalName: 'weight', friendlyName: {}, type: 'integer', localizable: false },
  ],
}

/** False for a reset and a value of the same field, which the API refuses as ambiguous. */
export const isUnambiguous = (move: Move): boolean =>
  move.kind !== 'edit' || !move.reset.some((name) => name in move.set)

/** The base version that the move sends, if any. */
export function baseOf(model: ReferenceModel, move: Move): number | undefined {
  if (move.kind !== 'edit' || move.back === null) return undefined
  return Math.max(1, model.copies[move.where].history.length - move.back)
}

/** Applies a move to the model; returns `done` or the code of the problem. */
export function applyToModel(model: ReferenceModel, move: Move, base: number | undefined): string {
  const end = () => {
    if (move.kind === 'rename') return model.rename(move.name)
    if (move.kind === 'step') return model.step(move.where, move.step)
    return model.edit(move.where, move.set, move.reset, base)
  }
  const ended = end()
  return ended === 'nothing' ? 'done' : ended
}

/** An edit as the API takes it. */
export function requestOf(move: Move & { kind: 'edit' }, base: number | undefined) {
  const { $targets, ...set } = move.set
  return {
    fields: Object.entries(set).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
    resetFields: move.reset,
    ...(base !== undefined && { baseVersion: base }),
    ...(Array.isArray($targets) && { deliveryTargets: $targets.map(String) }),
  }
}

/** The visible state of an item, in the terms of the model. */
function visibleState(item: ItemState) {
  const whereOf = new Map(wheres.map((each) => [variationIds[each], each]))
  const fieldsOf = (fields: Record<string, { value: unknown; sourceVariationId: string | null }>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { value, sourceVariationId }]) => [
        name,
        [value, sourceVariationId === null ? null : whereOf.get(sourceVariationId)],
      ]),
    )
  return wheres.map((each) => {
    const variation = item.variations.get(variationIds[each])
    if (variation === undefined) throw new Error(`nothing in ${each}`)
    const shown = present(item, variation)
    return {
      where: each,
      status: shown.status,
      version: shown.version,
      publishedVersion: shown.publishedVersion,
      hasUnpublishedChanges: shown.hasUnpublishedChanges,
      completeness: shown.completeness,
      working: fieldsOf(shown.fields),
      live: shown.publishedVersion === null ? null : fieldsOf(presentLive(item, variation).fields),
    }
  })
}

const expectedState = (model: ReferenceModel) =>
  wheres.map((each) => {
    const { status, history, live } = model.copies[each]
    const working = model.resolve(each, 'working')
    return {
      where: each,
      status,
      version: history.length,
      publishedVersion: live?.version ?? null,
      hasUnpublishedChanges: model.hasUnpublishedChanges(each),
      completeness: working.title?.[0] == null ? 0 : 100,
      working,
      live: live === null ? null : model.resolve(each, 'live'),
    }
  })

/** Compares before `expect`, which is slow, and is needed only to print a difference. */
export function expectAgreement(item: ItemState, model: ReferenceModel): void {
  const [seen, expected] = [visibleState(item), expectedState(model)]
  if (!isDeepStrictEqual(seen, expected)) expect(seen).toEqual(expected)
}
