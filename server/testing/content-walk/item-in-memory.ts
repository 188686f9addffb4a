import { inOneGo } from '@pim/field-types/steps'
import { Problem } from '../../src/core/problem.ts'
import { type ChangeCause, deriveChanges, type VersionEntry } from '../../src/modules/content/domain/derived-changes.ts'
import { plainValues } from '../../src/modules/content/domain/fallback.ts'
import { type ItemState, resolveLive } from '../../src/modules/content/domain/item-state.ts'
import { applyEdits, readEditsInSteps } from '../../src/modules/content/domain/merge.ts'
import { newVariation } from '../../src/modules/content/domain/new-variation.ts'
import { planItem } from '../../src/modules/content/domain/planned-item.ts'
import { variationOf } from '../../src/modules/content/domain/presentation.ts'
import type { Slot } from '../../src/modules/content/domain/values.ts'
import { discarded } from '../../src/modules/content/operations/discard-changes.ts'
import { mergedEdits, requireEditable } from '../../src/modules/content/operations/save-variation.ts'
import { checkShortValues, requireDelivered } from '../../src/modules/content/operations/take-step.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import type { Move } from './random-moves.ts'
import { parents, type Step } from './reference-model.ts'
import { requestOf, targets, type, variationIds, wheres } from './walked-item.ts'

const who = { by: 'walker', at: '2026-01-01T00:00:00.000Z' }

/**
 * An item in memory: the real domain functions (merge, lifecycle, derived changes) without a database around them, so
 * that a random walk makes thousands of moves a second.
 */
export class ItemInMemory {
  state: ItemState
  readonly #entries: VersionEntry[] = []

  constructor() {
    const fallbackOf = (where: (typeof wheres)[number]) => {
      const parent = parents[where]
      return parent === null ? null : variationIds[parent]
    }
    const copies = wheres.map((where) => newVariation(type, variationIds[where], fallbackOf(where), who))
    const made = { createdAt: who.at, createdBy: who.by, modifiedAt: who.at, modifiedBy: who.by }
    this.state = deriveChanges(
      null,
      {
        contentItemId: newId(),
        contentTypeId: newId(),
        type,
        kind: type.kind,
        name: 'n',
        isDeleted: false,
        version: 1,
        shared: {},
        ...made,
        variations: new Map(copies.map((copy) => [copy.variationId, copy])),
        fallbacks: new Map(wheres.map((where) => [variationIds[where], fallbackOf(where)])),
        languages: new Map(),
        channels: targets.map((technicalName) => ({ technicalName, variationIds: [] })),
      },
      { action: 'create', ...who },
    ).item
  }

  /** Applies a move; returns `done` or the code of the problem, which changes nothing. */
  apply(move: Move, base: number | undefined): string {
    try {
      if (move.kind === 'rename') this.#become({ ...this.state, name: move.name }, { action: 'edit', ...who })
      else if (move.kind === 'step') this.#step(variationIds[move.where], move.step)
      else this.#edit(variationIds[move.where], requestOf(move, base))
      return 'done'
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }

  #step(variationId: string, action: Step): void {
    const { state } = this
    const variation = variationOf(state, variationId)
    if (action === 'discard') {
      const wanted = discarded(state, variation)
      if (wanted !== state) this.#become(wanted, { action, variationId, ...who })
      return
    }
    const planned = planItem(state, new Map([[variationId, action]]), who)
    requireDelivered(planned)
    const { after } = planned
    if (after === state) return
    const values = plainValues(resolveLive(after, variationId))
    if (action === 'publish' && checkShortValues(state.type, values).invalid.length > 0)
      throw new Problem('VALIDATION_FAILED')
    this.#become(after, { action, variationId, ...who })
  }

  #edit(variationId: string, request: ReturnType<typeof requestOf>): void {
    const { state } = this
    const variation = variationOf(state, variationId)
    requireEditable(variation)
    const { baseVersion } = request
    const wanted = inOneGo(readEditsInSteps(type, request, targets))
    const since = baseVersion === undefined ? new Map() : this.#changedSince(variation.contentVariationId, baseVersion)
    const edits = mergedEdits(state, variation, wanted, baseVersion, since)
    if (edits.size > 0) this.#become(applyEdits(state, variation, edits), { action: 'edit', variationId, ...who })
  }

  #become(wanted: ItemState, cause: ChangeCause): void {
    const { item, entries } = deriveChanges(this.state, wanted, cause)
    if (entries.length === 0) return
    this.#entries.push(...entries)
    this.state = item
  }

  /** The values that the given version had, for all fields that later versions have changed. */
  #changedSince(contentVariationId: string, version: number): Map<string, Slot> {
    const since = new Map<string, Slot>()
    for (const entry of this.#entries) {
      if (entry.contentVariationId !== contentVariationId || entry.version <= version) continue
      for (const [name, change] of Object.entries(entry.changes)) {
        if (!since.has(name)) since.set(name, 'before' in change ? { value: change.before } : undefined)
      }
    }
    return since
  }
}
