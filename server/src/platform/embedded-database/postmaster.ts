import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Ends within this time, or is made to. */
const patienceMs = 1_500

/**
 * A server that was killed leaves its PostgreSQL running, without anybody to restart it or read its log. The next
 * start ends it in good order and begins afresh: one path for every start, and a shutdown takes a tenth of a second.
 * Only ever called while holding the lock on the data, so nobody else's work is stopped.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 2) return false
  const ours = await isPostgresOf(pid, cluster)
  if (ours) await stop(pid)
  await stopStragglers(cluster)
  // What is left of it would make the next postmaster believe the number when another program has it by then.
  await rm(pidFile, { force: true })
  return ours
}

/** Interrupt is PostgreSQL's fast shutdown: everybody out, everything written. */
async function stop(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await hasEnded(pid, patienceMs)) return
  }
}

/**
 * When a postmaster dies, a worker in the midst of a long query does not notice, and the memory they share keeps the
 * next postmaster from starting. They have nothing to lose: their transactions can no longer be committed.
 */
export async function stopStragglers(cluster: string): Promise<void> {
  const pids = await processesIn(cluster)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Ended by itself in the meantime.
    }
  }
  await Promise.all(pids.map((pid) => hasEnded(pid, patienceMs)))
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs
  for (;;) {
    if (!(await isAlive(pid))) return true
    if (Date.now() > until) return false
    await sleep(5)
  }
}

export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A process that ended but that nobody has asked about yet still has its number.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}

/** Every process of PostgreSQL works in its data folder. */
async function processesIn(cluster: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.map(Number).filter((pid) => pid > 1 && pid !== process.pid)
  const inside = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster),
  )
  return pids.filter((_, index) => inside[index])
}

async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (folder !== undefined) return folder === cluster
  // No /proc, as on a Mac: its command line names the folder it was started with.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(dirname(cluster))
}
