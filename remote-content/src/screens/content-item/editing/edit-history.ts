import type { Edit } from './edit.ts'

/** A field before and after one step. */
export interface EditStep {
  readonly field: string
  readonly before: Edit
  readonly after: Edit
}

const depth = 200

/** The steps that lead back, and after some of them were taken, forth again. */
export class EditHistory {
  #undo: EditStep[] = []
  #redo: EditStep[] = []

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** `continues`: the edit that this one goes on from, where no pause was between. A word typed is one step back, not one for each letter. */
  add(step: EditStep, continues: Edit | undefined): void {
    const last = this.#undo.at(-1)
    if (last?.field === step.field && last.after === continues) {
      this.#undo[this.#undo.length - 1] = { ...last, after: step.after }
    } else this.#undo.push(step)
    if (this.#undo.length > depth) this.#undo.shift()
    this.#redo = []
  }

  back(): EditStep | undefined {
    const step = this.#undo.pop()
    if (step) this.#redo.push(step)
    return step
  }

  forth(): EditStep | undefined {
    const step = this.#redo.pop()
    if (step) this.#undo.push(step)
    return step
  }
}
