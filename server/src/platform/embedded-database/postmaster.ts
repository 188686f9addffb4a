import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Time that a process has to end before the next, harder signal. */
const stopWithinMs = 1_500

/**
 * Stops a PostgreSQL that is still running because its server was killed; true where there was one. It is stopped and
 * not adopted, so that there is one way to start; a shutdown takes a tenth of a second. The caller has to hold the data
 * lock, so this never stops the PostgreSQL of a running server.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 2) return false
  const isOrphan = await isPostgresOf(pid, cluster)
  if (isOrphan) await stop(pid)
  await stopWorkers(cluster)
  // A left-over file would stop the next postmaster where another program has got the process id meanwhile.
  await rm(pidFile, { force: true })
  return isOrphan
}

/** SIGINT is PostgreSQL's fast shutdown: it ends all sessions and writes a checkpoint. */
async function stop(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await hasEnded(pid, stopWithinMs)) return
  }
}

/**
 * Kills the worker processes that a dead postmaster has left. A worker in a long query does not notice its death, and
 * the shared memory keeps the next postmaster from starting. Nothing is lost: their transactions cannot be committed
 * any more.
 */
export async function stopWorkers(cluster: string): Promise<void> {
  const pids = await processesIn(cluster)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
  await Promise.all(pids.map((pid) => hasEnded(pid, stopWithinMs)))
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
  // A zombie (ended, but not waited for by its parent) still has its process id.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}

/** The processes whose working directory is the cluster: those of its PostgreSQL. */
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
  // Without /proc, as on macOS: the command line names the data folder.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(dirname(cluster))
}
