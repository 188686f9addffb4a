import type { ContentVariation, FieldConflict, FieldError, UpdateRequest } from '@pim/contract'

/** What a person did to a field and the server does not have yet. */
export type Edit = { readonly kind: 'set'; readonly value: unknown } | { readonly kind: 'reset' }
export type Edits = Readonly<Record<string, Edit>>

/** What is kept in the browser until it is saved: enough to go on, and to see whether somebody else went on meanwhile. */
export interface KeptDraft {
  readonly edits: Edits
  /** By field: the version that the person saw when the edit began. */
  readonly bases: Readonly<Record<string, number>>
}

/** A field as its editor shows it. The same object as long as nothing about it changed. */
export interface DraftField {
  readonly value: unknown
  readonly isInherited: boolean
  readonly sourceVariationId: string | null
  readonly isEdited: boolean
  readonly errors: readonly FieldError[]
  readonly conflict: FieldConflict | undefined
}

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

/** How a save ended, as the draft needs to tell apart. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly variation: ContentVariation }
  | {
      readonly kind: 'conflict'
      readonly conflicts: readonly FieldConflict[]
      readonly currentVersion: number
      readonly failure: unknown
    }
  | { readonly kind: 'refused'; readonly fieldErrors: readonly FieldError[]; readonly failure: unknown }
  | { readonly kind: 'failed'; readonly failure: unknown; readonly isPassing: boolean }

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

/** A field before and after one step, for undo. */
interface Step {
  readonly field: string
  readonly before: Edit
  readonly after: Edit
}

const undoDepth = 200

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
  #undo: Step[] = []
  #redo: Step[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #failure: unknown
  #savedAt: number | undefined
  #fields = new Map<string, DraftField>()
  #summary: DraftSummary
  readonly #fieldListeners = new Map<string, Set<() => void>>()
  readonly #summaryListeners = new Set<() => void>()

  constructor(options: DraftOptions) {
    this.#options = { quiet: 1_200, retryAfter: 5_000, ...options }
    this.#server = options.variation
    this.#summary = this.#summarise()
  }

  readonly summary = (): DraftSummary => this.#summary

  readonly field = (name: string): DraftField => {
    const known = this.#fields.get(name)
    if (known) return known
    const field = this.#readField(name)
    this.#fields.set(name, field)
    return field
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#summaryListeners.add(listener)
    return () => this.#summaryListeners.delete(listener)
  }

  readonly subscribeField =
    (name: string) =>
    (listener: () => void): (() => void) => {
      const listeners = this.#fieldListeners.get(name) ?? new Set()
      this.#fieldListeners.set(name, listeners.add(listener))
      return () => listeners.delete(listener)
    }

  edit(name: string, value: unknown): void {
    this.#step(name, { kind: 'set', value })
  }

  /** Gives the field back to its fallback. */
  reset(name: string): void {
    this.#step(name, { kind: 'reset' })
  }

  undo(): void {
    const step = this.#undo.pop()
    if (!step) return
    this.#redo.push(step)
    this.#change(step.field, step.before)
  }

  redo(): void {
    const step = this.#redo.pop()
    if (!step) return
    this.#undo.push(step)
    this.#change(step.field, step.after)
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
    this.#changed([...this.#fields.keys()])
  }

  /** Settles a conflict. Mine: my value replaces theirs, which stays in the history. Theirs: my edit is dropped. */
  settle(name: string, choice: 'mine' | 'theirs'): void {
    const conflict = this.#conflicts.get(name)
    if (!conflict) return
    this.#conflicts.delete(name)
    if (choice === 'theirs') {
      this.#forget(name)
      const fields = { ...this.#server.fields }
      const known = fields[name]
      if (known) fields[name] = { ...known, value: conflict.theirs }
      this.#server = { ...this.#server, fields }
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
    const before = this.#edits.get(name) ?? this.#serverEdit(name)
    if (isSameEdit(before, after)) return
    const last = this.#undo.at(-1)
    // One word typed is one step back, not one for each letter.
    const joins = last?.field === name && last.after === this.#edits.get(name) && this.#timer !== undefined
    if (joins && last) this.#undo[this.#undo.length - 1] = { ...last, after }
    else this.#undo.push({ field: name, before, after })
    if (this.#undo.length > undoDepth) this.#undo.shift()
    this.#redo = []
    this.#change(name, after)
  }

  #change(name: string, edit: Edit): void {
    this.#refusals.delete(name)
    const isPending = this.#saving !== undefined
    if (!isPending && isSameEdit(edit, this.#serverEdit(name))) this.#forget(name)
    else {
      if (!this.#edits.has(name)) this.#bases.set(name, this.#server.version)
      this.#edits.set(name, edit)
    }
    this.#changed([name])
    this.#schedule(this.#options.quiet)
  }

  #forget(name: string): void {
    this.#edits.delete(name)
    this.#bases.delete(name)
  }

  #serverEdit(name: string): Edit {
    const state = this.#server.fields[name]
    const hasOwn = state !== undefined && !state.isInherited && state.sourceVariationId !== null
    return hasOwn ? { kind: 'set', value: state.value } : { kind: 'reset' }
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.#saving && this.#sendable().length > 0) void this.#save()
      else this.#changed([])
    }, delay)
    this.#changed([])
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
    return edit.kind === 'set' ? this.#options.blocks(name, edit.value) : []
  }

  async #save(): Promise<void> {
    const sendable = this.#sendable()
    // Edits that began from the same version go together; the others wait for the next request.
    const baseVersion = Math.min(...sendable.map(([name]) => this.#bases.get(name) ?? this.#server.version))
    const sent = sendable.filter(([name]) => (this.#bases.get(name) ?? this.#server.version) === baseVersion)
    const request: UpdateRequest = {
      contentVariationId: this.#server.contentVariationId,
      baseVersion,
      fields: sent.flatMap(([technicalFieldName, edit]) =>
        edit.kind === 'set' ? [{ technicalFieldName, value: edit.value }] : [],
      ),
      resetFields: sent.flatMap(([name, edit]) => (edit.kind === 'reset' ? [name] : [])),
    }
    const saving = this.#options.save(request).then((outcome) => this.#ended(outcome, sent))
    this.#saving = saving.finally(() => {
      this.#saving = undefined
    })
    this.#changed([])
    await this.#saving
    // What was typed meanwhile, and what a conflict or a refusal held up, goes in the next one.
    if (this.#failure === undefined && this.#sendable().length > 0) this.#schedule(this.#options.quiet)
    else this.#changed([])
  }

  #ended(outcome: SaveOutcome, sent: readonly [string, Edit][]): void {
    this.#failure = undefined
    const touched = sent.map(([name]) => name)
    if (outcome.kind === 'saved') {
      this.#server = outcome.variation
      this.#savedAt = Date.now()
      for (const [name, edit] of sent) {
        if (this.#edits.get(name) === edit) this.#forget(name)
        else this.#bases.set(name, outcome.variation.version)
      }
      this.#changed([...this.#fields.keys()])
      return
    }
    if (outcome.kind === 'conflict') {
      for (const conflict of outcome.conflicts) {
        this.#conflicts.set(conflict.technicalFieldName, conflict)
        // From here on the others' change is on the screen: what is chosen now is chosen with open eyes.
        this.#bases.set(conflict.technicalFieldName, outcome.currentVersion)
      }
      // A conflict that names none of our fields (a step taken by somebody else) would come again and again.
      if (!outcome.conflicts.some(({ technicalFieldName }) => this.#edits.has(technicalFieldName))) {
        this.#failure = outcome.failure
      }
    } else if (outcome.kind === 'refused') {
      const places = Map.groupBy(outcome.fieldErrors, ({ technicalFieldName }) => technicalFieldName)
      for (const [name, errors] of places) if (this.#edits.has(name)) this.#refusals.set(name, errors)
      // A refusal that names none of our fields would be sent again and again.
      if (![...places.keys()].some((name) => this.#edits.has(name))) this.#failure = outcome.failure
    } else {
      this.#failure = outcome.failure
      if (outcome.isPassing) this.#schedule(this.#options.retryAfter)
    }
    this.#changed(touched)
  }

  #readField(name: string): DraftField {
    const edit = this.#edits.get(name)
    const state = this.#server.fields[name]
    const own = edit?.kind === 'set'
    const isReset = edit?.kind === 'reset'
    return {
      value: own ? edit.value : isReset && !state?.isInherited ? undefined : state?.value,
      isInherited: own ? false : isReset ? true : (state?.isInherited ?? false),
      sourceVariationId: own ? this.#server.variationId : (state?.sourceVariationId ?? null),
      isEdited: edit !== undefined,
      errors: this.#refusals.get(name) ?? (edit ? this.#blocksOf(name, edit) : []),
      conflict: this.#conflicts.get(name),
    }
  }

  #changed(names: readonly string[]): void {
    for (const name of names) this.#fields.delete(name)
    this.#summary = this.#summarise()
    this.#options.keep(
      this.#edits.size > 0
        ? { edits: Object.fromEntries(this.#edits), bases: Object.fromEntries(this.#bases) }
        : undefined,
    )
    for (const name of names) for (const listener of this.#fieldListeners.get(name) ?? []) listener()
    for (const listener of this.#summaryListeners) listener()
  }

  #summarise(): DraftSummary {
    return {
      state: this.#state(),
      savedAt: this.#savedAt,
      failure: this.#failure,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
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

function isSameEdit(a: Edit, b: Edit): boolean {
  if (a.kind !== b.kind) return false
  return a.kind === 'reset' || b.kind === 'reset' || JSON.stringify(a.value) === JSON.stringify(b.value)
}
