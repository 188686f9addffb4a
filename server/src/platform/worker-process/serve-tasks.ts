// Runs in a process of its own, so that a malicious file can end this process and not the server.
import type { WorkerOutcome, WorkerReply, WorkerRequest } from './messages.ts'

interface Running {
  readonly taskId: number
  readonly parts: AsyncIterator<unknown>
  /** The next part is made while the server is busy with the one before. */
  next: Promise<WorkerOutcome>
}

/**
 * Does the tasks of a server, one at a time, and sends a part of the result whenever it is asked for one. `refusalOf`: what the server
 * is told where a task fails.
 */
export function serveTasks<Task>(
  work: (task: Task) => AsyncIterable<unknown>,
  refusalOf: (error: unknown) => unknown,
): void {
  let running: Running | undefined
  const nextOf = async (parts: AsyncIterator<unknown>): Promise<WorkerOutcome> => {
    try {
      const { done, value } = await parts.next()
      return done === true ? { isDone: true } : { part: value }
    } catch (error) {
      return { refusal: refusalOf(error) }
    }
  }
  process.on('message', async ({ taskId, task }: WorkerRequest) => {
    if (task !== undefined) {
      const parts = work(task as Task)[Symbol.asyncIterator]()
      running = { taskId, parts, next: nextOf(parts) }
    }
    const current = running
    if (current === undefined) return
    const outcome = await current.next
    const { user, system } = process.cpuUsage()
    process.send?.({ taskId, outcome, cpuSeconds: (user + system) / 1e6 } satisfies WorkerReply)
    if ('part' in outcome) current.next = nextOf(current.parts)
    else running = undefined
  })
  // The channel closes when the server ends. A signal to the whole group is for the server, which ends its tasks itself.
  process.on('disconnect', () => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
}
