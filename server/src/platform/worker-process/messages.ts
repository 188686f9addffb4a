import type { CauseOfEnd } from './limited-process.ts'

/** Begins a task; without one, asks for its next part. */
export interface WorkerRequest {
  readonly taskId: number
  readonly task?: unknown
}

/** One part of the result, the end of the task, or why it cannot be done. */
export type WorkerOutcome = { readonly part: unknown } | { readonly refusal: unknown } | { readonly isDone: true }

export interface WorkerReply {
  readonly taskId: number
  readonly outcome: WorkerOutcome
  /** CPU time of the process since its start. */
  readonly cpuSeconds: number
}

/** The program cannot do the task, and could not the next time either; `refusal` is what the program says of it. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused'
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('The task cannot be done.')
    this.refusal = refusal
  }
}

/** The process has ended before its task. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
  readonly causeOfEnd: CauseOfEnd
  readonly signal: NodeJS.Signals | null

  constructor(causeOfEnd: CauseOfEnd, signal: NodeJS.Signals | null) {
    super(`The process of a task has ended: ${causeOfEnd}.`)
    this.causeOfEnd = causeOfEnd
    this.signal = signal
  }
}
