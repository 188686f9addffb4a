import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapGrowth, heapLimit, mallocSettings } from '../../server/src/heap-limit.ts'
import { faultCode, readyMessage } from '../../server/src/run-process.ts'

export interface Pauses {
  /** Before the second start; each later one is twice as long. */
  readonly firstMs: number
  readonly maxMs: number
  /** A server that served for so long stayed up: the next pause is the first again. */
  readonly steadyMs: number
  /** After so many servers in a row that did not stay up, no further one is started. */
  readonly maxFailures: number
}

const usualPauses: Pauses = { firstMs: 250, maxMs: 15_000, steadyMs: 60_000, maxFailures: 8 }

/**
 * Runs a server in a process of its own, and starts another one where it ends by itself (a fault, out of memory, killed).
 * Ends with it where it was told to, by a signal to it or to this process, or where the first one does not start. Resolves
 * with the exit code.
 */
export async function keepRunning(
  program: URL,
  args: readonly string[],
  { firstMs, maxMs, steadyMs, maxFailures }: Pauses = usualPauses,
): Promise<number> {
  const told = new AbortController()
  let child: ChildProcess | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      told.abort()
      // Ctrl-C has reached it already; it ignores a second signal within a second.
      child?.kill(signal)
    })
  }
  // What somebody sets comes last, and wins.
  const options = [...heapLimit, process.env.NODE_OPTIONS ?? '']
  const env = { ...mallocSettings, ...process.env, NODE_OPTIONS: options.join(' ').trim() }
  let wasReady = false
  let failures = 0
  for (let wait = firstMs; ; wait = Math.min(wait * 2, maxMs)) {
    let readyAt: number | undefined
    const started = fork(program, args, { env, execArgv: [...heapGrowth] })
    child = started
    started.on('message', (message) => {
      if (message === readyMessage) readyAt = performance.now()
    })
    const { code, how } = await endOf(started)
    child = undefined
    wasReady ||= readyAt !== undefined
    if (told.signal.aborted) return how in constants.signals ? 0 : code
    if (code === 0 || !wasReady) return code
    if (readyAt !== undefined && performance.now() - readyAt >= steadyMs) {
      failures = 0
      wait = firstMs
    }
    failures += 1
    if (failures >= maxFailures) {
      console.error(`\nThe server ended by itself ${failures} times in a row (${how}); what it wrote above says why.`)
      console.error('It is not started again. Remove the cause, then run `npm start`.\n')
      return code
    }
    console.error(`\nThe server ended by itself (${how}). It is started again in ${wait} ms.\n`)
    await sleep(wait, undefined, { signal: told.signal }).catch(() => {})
    if (told.signal.aborted) return 0
  }
}

function endOf(started: ChildProcess): Promise<{ readonly code: number; readonly how: string }> {
  return new Promise((resolve) => {
    started.once('error', (error) => resolve({ code: faultCode, how: error.message }))
    started.once('exit', (code, signal) =>
      resolve({ code: code ?? faultCode, how: signal === null ? `exit code ${code}` : signal }),
    )
  })
}
