import type { ContentVariation, FieldConflict, FieldError, UpdateRequest } from '@pim/contract'
import { createStore, type StoreApi } from 'zustand'
import { type DraftField, DraftFields, readField, withTheirs } from './draft-fields.ts'
import { type Edit, entryOf, isSameEdit, type KeptDraft, standingEdit, targetsEntry } from './edit.ts'
import { EditHistory } from './edit-history.ts'
import type { SaveOutcome } from './save-outcome.ts'
import { requestOf } from './save-request.ts'

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'invalid'

export interface DraftSummary {
  readonly state: SaveState
  /** When the server last said that it has everything; undefined before the first save. */
  readonly savedAt: number | undefined
  readonly failure: unknown
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly conflicts: readonly string[]
  readonly variation: ContentVariation
}

export interface DraftOptions {
  readonly variation: ContentVariation
  readonly save: (request: UpdateRequest) => Promise<SaveOutcome>
  /** What is wrong with a value so that it cannot even be kept; such a value stays in the browser. */
  readonly blocks: (technicalFieldName: string, value: unknown) => readonly FieldError[]
  /** Called at every change with what is not saved; undefined when all is. */
  readonly keep: (draft: KeptDraft | undefined) => void
  /** Milliseconds of quiet before a save, and before another try after a passing failure. */
  readonly quiet?: number
  readonly retryAfter?: number
}

const none: readonly FieldError[] = []

/** Whoever shows the summary is drawn again for another one only: most key presses change nothing but their field. */
const isSameSummary = ({ conflicts: before, ...rest }: DraftSummary, after: DraftSummary): boolean =>
  before.join() === after.conflicts.join() &&
  Object.entries(rest).every(([name, value]) => Object.is(value, after[name as keyof typeof rest]))

/**
 * The working copy of one content variation while somebody writes in it. Every change is kept in the browser at
 * once and saved after a moment of quiet. A save that fails loses nothing; a save that meets somebody else's change of
 * the same field asks, and saves the other fields meanwhile. Fields are told apart: typing in one redraws only that one.
 */
export class ItemDraft {
  readonly #options: Required<DraftOptions>
  #server: ContentVariation
  /**
   * By field, the version that was on the screen when its edit began. One for all would not do: a save of one field
   * answers a version that holds what others did to a second one, which its writer has not seen.
   */
  #bases = new Map<string, number>()
  #edits = new Map<string, Edit>()
  #refusals = new Map<string, readonly FieldError[]>()
  #conflicts = new Map<string, FieldConflict>()
  readonly #history = new EditHistory()
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #failure: unknown
  #savedAt: number | undefined
  readonly #ownVersions = new Set<number>()
  /** Of each edit, once: an edit never changes, and checking a long text is felt at every key press. */
  readonly #blocks = new WeakMap<Edit, readonly FieldError[]>()
  readonly #fields = new DraftFields((name) => this.#readField(name))
  readonly store: StoreApi<DraftSummary>

  constructor(options: DraftOptions) {
    this.#options = { quiet: 1_200, retryAfter: 5_000, ...options }
    this.#server = options.variation
    this.store = createStore(() => this.#summarise())
  }

  readonly summary = (): DraftSummary => this.store.getState()

  /** Notes a version that this screen has made in another way than by a save. */
  addOwnVersion(version: number): void {
    this.#ownVersions.add(version)
  }

  /** Whether this screen has made the version itself. */
  readonly isOwnVersion = (version: number): boolean => this.#ownVersions.has(version)

  readonly field = (name: string): DraftField => this.fieldStore(name).getState()

  readonly fieldStore = (name: string): StoreApi<DraftField> => this.#fields.store(name)

  edit(name: string, value: unknown): void {
    this.#step(name, { kind: 'set', value })
  }

  /** Gives the field back to its fallback. */
  reset(name: string): void {
    this.#step(name, { kind: 'reset' })
  }

  undo(): void {
    const step = this.#history.back()
    if (step) this.#change(step.field, step.before)
  }

  redo(): void {
    const step = this.#history.forth()
    if (step) this.#change(step.field, step.after)
  }

  /** Takes up what an earlier visit left behind. */
  takeUp({ bases, edits }: KeptDraft): void {
    for (const [name, edit] of Object.entries(edits)) {
      this.#edits.set(name, edit)
      this.#bases.set(name, Math.min(bases[name] ?? 0, this.#server.version))
    }
    this.#changed(Object.keys(edits))
    this.#schedule(this.#options.quiet)
  }

  /** A newer state from the server: fields that are not being edited follow it, edited ones stay as they were typed. */
  follow(variation: ContentVariation): void {
    if (variation === this.#server || variation.version < this.#server.version) return
    this.#server = variation
    this.#changed(this.#fields.names())
  }

  /** Settles a conflict. Mine: my value replaces theirs, which stays in the history. Theirs: my edit is dropped. */
  settle(name: string, choice: 'mine' | 'theirs'): void {
    const conflict = this.#conflicts.get(name)
    if (!conflict) return
    this.#conflicts.delete(name)
    if (choice === 'theirs') {
      this.#dropEdit(name)
      this.#server = withTheirs(this.#server, conflict)
    }
    this.#changed([name])
    this.#schedule(0)
  }

  /** Saves now, and resolves when nothing is left that can be saved. */
  async flush(): Promise<boolean> {
    this.#failure = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#saving) await this.#saving
    while (this.#failure === undefined && this.#sendable().length > 0) await this.#save()
    clearTimeout(this.#timer)
    return this.#edits.size === 0
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #step(name: string, after: Edit): void {
    const before = this.#edits.get(name) ?? this.#standing(name)
    if (isSameEdit(before, after)) return
    // Keystrokes in a field are one undo step; each press of a channel is one of its own.
    const isTyping = this.#timer !== undefined && name !== targetsEntry
    this.#history.add({ field: name, before, after }, isTyping ? this.#edits.get(name) : undefined)
    this.#change(name, after)
  }

  #change(name: string, edit: Edit): void {
    this.#refusals.delete(name)
    // A save that is under way or has failed may have reached the server: going back to the old value is sent as well.
    const mayBeSaved = this.#saving !== undefined || this.#failure !== undefined
    if (!mayBeSaved && isSameEdit(edit, this.#standing(name))) this.#dropEdit(name)
    else {
      if (!this.#edits.has(name)) this.#bases.set(name, this.#server.version)
      this.#edits.set(name, edit)
    }
    this.#changed([name])
    this.#schedule(this.#options.quiet)
  }

  #dropEdit(name: string): void {
    this.#edits.delete(name)
    this.#bases.delete(name)
  }

  #standing(name: string): Edit {
    return standingEdit(this.#server, name)
  }

  #entryOf({ technicalFieldName }: { readonly technicalFieldName: string }): string {
    return entryOf(this.#server, technicalFieldName)
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.#saving && this.#sendable().length > 0) void this.#save()
      else this.#changed([])
    }, delay)
  }

  #sendable(): [string, Edit][] {
    return [...this.#edits].filter(
      ([name, edit]) =>
        !this.#conflicts.has(name) &&
        !this.#refusals.has(name) &&
        (edit.kind === 'reset' || this.#blocksOf(name, edit).length === 0),
    )
  }

  #blocksOf(name: string, edit: Edit): readonly FieldError[] {
    if (edit.kind === 'reset') return none
    const known = this.#blocks.get(edit)
    if (known) return known
    const errors = this.#options.blocks(name, edit.value)
    this.#blocks.set(edit, errors)
    return errors
  }

  async #save(): Promise<void> {
    const { request, sent } = requestOf(this.#server, this.#sendable(), this.#bases)
    const saving = this.#options.save(request).then((outcome) => this.#ended(outcome, sent))
    this.#saving = saving.finally(() => {
      this.#saving = undefined
    })
    this.#changed([])
    await this.#saving
    // What was typed meanwhile, and what a conflict or a refusal held up, goes in the next one.
    if (this.#failure === undefined && this.#sendable().length > 0) this.#schedule(this.#options.quiet)
    this.#changed([])
  }

  #ended(outcome: SaveOutcome, sent: readonly (readonly [string, Edit])[]): void {
    this.#failure = undefined
    const touched = sent.map(([name]) => name)
    if (outcome.kind === 'saved') {
      this.#server = outcome.variation
      this.#ownVersions.add(outcome.variation.version)
      this.#savedAt = Date.now()
      for (const [name, edit] of sent) {
        if (this.#edits.get(name) === edit) this.#dropEdit(name)
        else this.#bases.set(name, outcome.variation.version)
      }
      this.#changed(this.#fields.names())
      return
    }
    if (outcome.kind === 'conflict') {
      const conflicts = outcome.conflicts.map((each) => ({ ...each, technicalFieldName: this.#entryOf(each) }))
      for (const conflict of conflicts) {
        this.#conflicts.set(conflict.technicalFieldName, conflict)
        // From here on the others' change is on the screen: what is chosen now is chosen with open eyes.
        this.#bases.set(conflict.technicalFieldName, outcome.currentVersion)
      }
      // A conflict that names none of our fields (a step taken by somebody else) would come again and again.
      if (!conflicts.some(({ technicalFieldName }) => this.#edits.has(technicalFieldName))) {
        this.#failure = outcome.failure
      }
    } else if (outcome.kind === 'refused') {
      const places = Map.groupBy(outcome.fieldErrors, (each) => this.#entryOf(each))
      for (const [name, errors] of places) if (this.#edits.has(name)) this.#refusals.set(name, errors)
      // A refusal that names none of our fields would be sent again and again.
      if (![...places.keys()].some((name) => this.#edits.has(name))) this.#failure = outcome.failure
    } else {
      this.#failure = outcome.failure
      if (outcome.isTransient) this.#schedule(this.#options.retryAfter)
    }
    this.#changed(touched)
  }

  #readField(name: string): DraftField {
    const edit = this.#edits.get(name)
    const errors = this.#refusals.get(name) ?? (edit ? this.#blocksOf(name, edit) : none)
    return readField(this.#server, name, { edit, errors, conflict: this.#conflicts.get(name) })
  }

  #changed(names: readonly string[]): void {
    this.#options.keep(
      this.#edits.size > 0
        ? { edits: Object.fromEntries(this.#edits), bases: Object.fromEntries(this.#bases) }
        : undefined,
    )
    this.#fields.readAgain(names)
    const summary = this.#summarise()
    if (!isSameSummary(this.store.getState(), summary)) this.store.setState(summary, true)
  }

  #summarise(): DraftSummary {
    return {
      state: this.#state(),
      savedAt: this.#savedAt,
      failure: this.#failure,
      canUndo: this.#history.canUndo,
      canRedo: this.#history.canRedo,
      conflicts: [...this.#conflicts.keys()],
      variation: this.#server,
    }
  }

  #state(): SaveState {
    if (this.#saving) return 'saving'
    if (this.#failure !== undefined) return 'failed'
    if (this.#conflicts.size > 0) return 'conflict'
    if (this.#edits.size === 0) return 'saved'
    return this.#sendable().length > 0 ? 'waiting' : 'invalid'
  }
}
