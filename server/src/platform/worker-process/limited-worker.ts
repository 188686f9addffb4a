import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { causeOfEnd, type ProcessLimits, startLimited } from './limited-process.ts'
import { TaskRefused, WorkerEnded, type WorkerOutcome, type WorkerReply, type WorkerRequest } from './messages.ts'

export interface WorkerLimits extends Omit<ProcessLimits, 'cpuSeconds'> {
  /**
   * Seconds of CPU time that one task is sure to have. The operating system ends a process at twice of it, in whole
   * seconds; one that has used more than it is replaced between two tasks.
   */
  readonly cpuSeconds: number
  /** Milliseconds that one task may be waited for in all, also where the process waits. */
  readonly deadline: number
  readonly log: Pick<Logger, 'warn'>
}

interface Asked {
  readonly taskId: number
  readonly resolve: (outcome: WorkerOutcome) => void
  readonly reject: (error: Error) => void
}

/** One process under limits of the operating system. It works on one task at a time, and ends for good. */
export class LimitedWorker {
  readonly program: string
  readonly #limits: WorkerLimits
  readonly #child: ChildProcess
  #asked: Asked | undefined
  #lastTaskId = 0
  #cpuSeconds = 0
  #isLate = false
  #isClosed = false
  #ended: WorkerEnded | undefined

  constructor(program: string, limits: WorkerLimits) {
    this.program = program
    this.#limits = limits
    this.#child = startLimited(program, { ...limits, cpuSeconds: Math.ceil(limits.cpuSeconds * 2) })
    this.#child.on('message', (reply: WorkerReply) => this.#onReply(reply))
    this.#child.on('exit', (code, signal) => this.#onEnd(code, signal))
    this.#child.on('error', (cause) => {
      limits.log.warn({ err: cause }, 'a process for tasks failed')
      this.#onEnd(null, null)
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** CPU time since its start, as far as it has told. */
  get cpuSeconds(): number {
    return this.#cpuSeconds
  }

  /** False where the next task could not have all of its CPU time. */
  get isFit(): boolean {
    return !this.#isClosed && this.#ended === undefined && this.#cpuSeconds <= this.#limits.cpuSeconds
  }

  /**
   * The parts of the result, each made when it is asked for, or one ahead. Throws `TaskRefused` where it will be the same the next
   * time, and `WorkerEnded` where the process has ended. Whoever takes no more parts ends the process.
   */
  async *parts(task: unknown): AsyncGenerator<unknown, void> {
    const taskId = ++this.#lastTaskId
    let waited = 0
    let isOver = false
    try {
      for (let request: WorkerRequest = { taskId, task }; ; request = { taskId }) {
        const since = performance.now()
        const outcome = await this.#ask(request, this.#limits.deadline - waited).catch((error: unknown) => {
          // It can tell no more what it has taken: at most the time that it was waited for.
          this.#cpuSeconds += (performance.now() - since) / 1_000
          throw error
        })
        waited += performance.now() - since
        if ('part' in outcome) {
          yield outcome.part
          continue
        }
        isOver = true
        if ('refusal' in outcome) throw new TaskRefused(outcome.refusal)
        return
      }
    } finally {
      if (!isOver) this.close()
    }
  }

  close(): void {
    // It ends a little later, and takes no task any more.
    this.#isClosed = true
    this.#child.kill('SIGKILL')
  }

  async #ask(request: WorkerRequest, milliseconds: number): Promise<WorkerOutcome> {
    if (this.#ended !== undefined) throw this.#ended
    const { taskId } = request
    const timer = setTimeout(() => {
      this.#isLate = true
      this.close()
    }, milliseconds)
    try {
      return await new Promise<WorkerOutcome>((resolve, reject) => {
        this.#asked = { taskId, resolve, reject }
        this.#child.send(request, (error) => {
          if (!error) return
          this.#ended ??= new WorkerEnded('broken', null)
          reject(this.#ended)
        })
      })
    } finally {
      clearTimeout(timer)
      this.#asked = undefined
    }
  }

  #onReply({ taskId, outcome, cpuSeconds }: WorkerReply): void {
    this.#cpuSeconds = cpuSeconds
    if (this.#asked?.taskId === taskId) this.#asked.resolve(outcome)
  }

  #onEnd(code: number | null, signal: NodeJS.Signals | null): void {
    const isLate = this.#isLate
    this.#ended ??= new WorkerEnded(causeOfEnd(signal, isLate), signal)
    if (this.#asked === undefined) return
    this.#limits.log.warn({ code, signal, isLate }, 'a process ended in the middle of its task')
    this.#asked.reject(this.#ended)
  }
}
