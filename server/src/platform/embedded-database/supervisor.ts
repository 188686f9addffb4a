import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NativePostgres } from './native-postgres.ts'
import { stopStragglers } from './postmaster.ts'

export interface SupervisorLog {
  info(message: string): void
  warn(message: string): void
}

export interface Supervisor {
  /** The process of PostgreSQL while there is one. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

const readyWithinMs = 60_000
const stopWithinMs = 10_000

/** Starts PostgreSQL, starts it again whenever it ends by itself, and ends it in good order when asked to. */
export async function supervise(
  native: NativePostgres,
  cluster: string,
  settings: Record<string, string>,
  log: SupervisorLog,
): Promise<Supervisor> {
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let stopping = false

  async function launch(): Promise<void> {
    const started = native.run('postgres', args, {
      cwd: cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own session: Ctrl-C in the terminal is for us, who first let requests finish.
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
      // Not "close": after a crash its workers hold the other end of the pipe until they are ended, which we do next.
      started.once('exit', end)
    })
    const said = tell(started, log)
    await becomesReady(cluster, started.pid, ended, said)
    void ended.then(() => {
      if (!stopping) revive().catch(() => {})
    })
  }

  /** Never gives up: readiness tells the world, and whatever is in the way (a full disk) may be cleared. */
  async function revive(): Promise<void> {
    log.warn('PostgreSQL ended by itself; starting it again')
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        await stopStragglers(cluster)
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

  // A process that ends without having been asked to still takes its database along, as far as it can.
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

/** What PostgreSQL says goes to our log; the last lines also into the error if it does not start. */
function tell(child: ChildProcess, log: SupervisorLog): readonly string[] {
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

/** It writes its number into the first and its state into the eighth line of a file, for programs that wait for it. */
async function becomesReady(
  cluster: string,
  pid: number | undefined,
  ended: Promise<void>,
  said: readonly string[],
): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  const until = Date.now() + readyWithinMs
  const file = join(cluster, 'postmaster.pid')
  while (!over && Date.now() < until) {
    const lines = linesOf(file)
    // Until it has written its own, the file of the one before it is there, which was ready too.
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return
    await sleep(5)
  }
  throw new Error(`PostgreSQL did not start: ${said.join(' ') || 'it said nothing'}`)
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
