import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NativePostgres } from './native-postgres.ts'
import { stopWorkers } from './postmaster.ts'

export interface SupervisorLog {
  info(message: string): void
  warn(message: string): void
}

export interface Supervisor {
  /** The process id of PostgreSQL, while it runs. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

const usuallyReadyWithinMs = 60_000
const stopWithinMs = 10_000

/**
 * Starts PostgreSQL, restarts it whenever it ends by itself, and shuts it down on `stop`. Rejects where it does not
 * start.
 */
export async function supervise(
  native: NativePostgres,
  cluster: string,
  settings: Record<string, string>,
  log: SupervisorLog,
  readyWithinMs = usuallyReadyWithinMs,
): Promise<Supervisor> {
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let stopping = false

  async function launch(): Promise<void> {
    const started = native.run('postgres', args, {
      cwd: cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a session of its own, so that Ctrl-C does not reach it: this server first lets requests finish.
      detached: true,
    })
    child = started
    ended = new Promise((resolve) => {
      const end = () => {
        child = undefined
        resolve()
      }
      started.once('error', (error) => {
        log.warn(`PostgreSQL could not be started: ${error.message}`)
        end()
      })
      // `exit` and not `close`: after a crash, workers keep the pipe open until `stopWorkers` has ended them.
      started.once('exit', end)
    })
    const lastLines = logOutput(started, log)
    await untilReady({ cluster, pid: started.pid, ended, lastLines, withinMs: readyWithinMs })
    void ended.then(() => {
      if (!stopping) restart().catch(() => {})
    })
  }

  /**
   * Retries for ever, with a growing pause: `/readyz` tells that the database is away, and its cause may be removed.
   */
  async function restart(): Promise<void> {
    log.warn('PostgreSQL ended by itself; starting it again')
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await stopWorkers(cluster)
        if (stopping) return
        await launch()
        log.info('PostgreSQL is back')
        return
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error))
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  // Where this process ends without `stop`, PostgreSQL is told to shut down as well.
  const onExit = () => child?.kill('SIGINT')
  process.on('exit', onExit)

  await launch()
  return {
    get pid() {
      return child?.pid
    },
    async stop() {
      stopping = true
      process.off('exit', onExit)
      for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
        if (!child) return
        child.kill(signal)
        await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })])
      }
    },
  }
}

/** Copies PostgreSQL's output to the log; returns its last lines, for the error where it does not start. */
function logOutput(child: ChildProcess, log: SupervisorLog): readonly string[] {
  const last: string[] = []
  if (!child.stderr) return last
  createInterface({ input: child.stderr }).on('line', (line) => {
    last.push(line)
    if (last.length > 20) last.shift()
    const [, level = '', text = line] = /^([A-Z]+): +(.*)$/.exec(line) ?? []
    if (level === 'LOG' || level === 'HINT' || level === 'DETAIL') log.info(`postgres: ${text}`)
    else log.warn(`postgres: ${line}`)
  })
  return last
}

/** Polls `postmaster.pid`, whose first line is the process id and whose eighth line is the state. */
async function untilReady({
  cluster,
  pid,
  ended,
  lastLines,
  withinMs,
}: {
  readonly cluster: string
  readonly pid: number | undefined
  readonly ended: Promise<void>
  readonly lastLines: readonly string[]
  readonly withinMs: number
}): Promise<void> {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const until = Date.now() + withinMs
  const file = join(cluster, 'postmaster.pid')
  while (!hasEnded && Date.now() < until) {
    const lines = linesOf(file)
    // The process id is compared, because the file of the postmaster before may still be there, which was ready too.
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return
    await sleep(5)
  }
  throw new Error(`PostgreSQL did not start: ${lastLines.join(' ') || 'it wrote no output'}`)
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
