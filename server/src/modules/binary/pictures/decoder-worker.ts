import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { Problem } from '../../../core/problem.ts'
import { NoPicture, type PictureReply, type PictureRequest, type PictureResult, type PictureTask } from './messages.ts'

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))

export interface WorkerLimits {
  /**
   * Seconds of CPU time that one picture is sure to have. The operating system ends a process at twice of it, in whole
   * seconds; one that has used more than it is replaced between two pictures.
   */
  readonly cpuSeconds: number
  /** Of the process, with what Node itself reserves (some 700 MB, of which it uses 60). */
  readonly dataMegabytes: number
  /** Milliseconds that one picture may take in all, also where the process waits. */
  readonly deadline: number
  readonly log: Pick<Logger, 'warn'>
}

/** Windows has no limits for a process that a shell could set: there the deadline alone ends a picture. */
const systemLimits = process.platform !== 'win32'

/**
 * Sets the limits and becomes the decoder. Soft below hard: the soft limit ends the process by a signal of its own
 * (SIGXCPU), which tells this end from all others. macOS takes the limit of memory and does not hold to it.
 */
const startScript =
  'cpu=$1; data=$2; shift 2; ulimit -S -t "$cpu" && ulimit -H -t "$((cpu + 5))"; ulimit -d "$data" 2>/dev/null; exec "$@"'

const ofTooMuchCpu: readonly (string | null)[] = ['SIGXCPU']
const ofTooMuchMemory: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP']
const ofBrokenMemory: readonly (string | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE']

interface Current {
  readonly taskId: number
  readonly timer: NodeJS.Timeout
  readonly resolve: (result: PictureResult) => void
  readonly reject: (error: Error) => void
  isLate: boolean
}

/** One decoder process, under limits of the operating system. It works on one picture at a time, and ends for good. */
export class DecoderWorker {
  readonly #limits: WorkerLimits
  readonly #child: ChildProcess
  #current: Current | undefined
  #lastTaskId = 0
  #cpuSeconds = 0
  #ended = false

  constructor(limits: WorkerLimits) {
    this.#limits = limits
    this.#child = this.#start()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** False where the next picture could not have all of its CPU time. */
  get isFit(): boolean {
    return !this.#ended && this.#cpuSeconds <= this.#limits.cpuSeconds
  }

  /** Rejects with `NoPicture` where it will be the same the next time, and else with `UNAVAILABLE`. */
  run(task: PictureTask): Promise<PictureResult> {
    return new Promise((resolve, reject) => {
      const taskId = ++this.#lastTaskId
      const timer = setTimeout(() => {
        if (this.#current?.taskId === taskId) this.#current.isLate = true
        this.close()
      }, this.#limits.deadline)
      this.#current = { taskId, timer, resolve, reject, isLate: false }
      const request: PictureRequest = { taskId, task }
      this.#child.send(request, (error) => {
        if (!error) return
        this.#ended = true
        this.#settle(taskId, (current) => current.reject(new Problem('UNAVAILABLE', { cause: error })))
      })
    })
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  #start(): ChildProcess {
    const node = [process.execPath, '--max-old-space-size=128', '--disable-warning=ExperimentalWarning', program]
    const { cpuSeconds, dataMegabytes } = this.#limits
    const [command = '', ...values] = systemLimits
      ? ['/bin/sh', '-c', startScript, 'sh', String(Math.ceil(cpuSeconds * 2)), String(dataMegabytes * 1024), ...node]
      : node
    const child = spawn(command, values, {
      // The process gets none of the server's environment, because that holds secrets.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', (reply: PictureReply) => this.#onReply(reply))
    child.on('exit', (code, signal) => this.#onEnd(code, signal))
    child.on('error', (cause) => {
      this.#limits.log.warn({ err: cause }, 'a picture process failed')
      this.#onEnd(null, null)
    })
    // Does not keep the server's process alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  #onReply({ taskId, outcome, cpuSeconds }: PictureReply): void {
    this.#cpuSeconds = cpuSeconds
    this.#settle(taskId, (current) =>
      'result' in outcome ? current.resolve(outcome.result) : current.reject(new NoPicture(outcome.refusal)),
    )
  }

  #onEnd(code: number | null, signal: NodeJS.Signals | null): void {
    this.#ended = true
    const { log } = this.#limits
    const current = this.#current
    if (!current) return
    log.warn({ code, signal, isLate: current.isLate }, 'a picture process ended in the middle of a picture')
    this.#settle(current.taskId, () => current.reject(causeOfEnd(signal, current.isLate)))
  }

  #settle(taskId: number, settle: (current: Current) => void): void {
    const current = this.#current
    if (current?.taskId !== taskId) return
    clearTimeout(current.timer)
    this.#current = undefined
    settle(current)
  }
}

/**
 * Whether the picture is the cause, or may be better off the next time. A picture that is late although it had CPU time
 * left met a machine that is too busy.
 */
function causeOfEnd(signal: NodeJS.Signals | null, isLate: boolean): Error {
  if (ofTooMuchCpu.includes(signal) || (isLate && !systemLimits))
    return new NoPicture({ reason: 'cost', message: 'it took more CPU time than a picture may take' })
  if (ofTooMuchMemory.includes(signal))
    return new NoPicture({ reason: 'cost', message: 'it took more memory than a picture may take' })
  if (ofBrokenMemory.includes(signal))
    return new NoPicture({ reason: 'damaged', message: `the decoder ended by ${signal}` })
  return new Problem('UNAVAILABLE', { message: 'The picture could not be made now.', retryAfter: 2 })
}
