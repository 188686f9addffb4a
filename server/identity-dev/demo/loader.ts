import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Dependencies } from '../../src/dependencies.ts'
import type { RunningJob } from '../../src/platform/jobs/jobs.ts'

/** Of what the loader says, this much is kept to explain a failure. */
const keptCharacters = 2_000

/**
 * Runs the loader for one tenant, in a process of its own and at low priority: it draws pictures, and staff may be at
 * work already. It is a client like any other and knows this server by its address alone. It ends with this process.
 */
export async function runLoader({ config, root }: Dependencies, job: RunningJob): Promise<Record<string, unknown>> {
  const host = config.host.includes(':') ? `[${config.host.replace(/[[\]]/g, '')}]` : config.host
  const program = join(root, 'scripts', 'catalogue', 'load-demo.ts')
  const child = fork(program, [`http://${host}:${config.port}`, String(job.input.tenant)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=96', '--max-semi-space-size=1'],
    // Nothing of the server's settings is this process's business.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MALLOC_ARENA_MAX: '1',
      UV_THREADPOOL_SIZE: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: job.signal,
  })
  child.once('spawn', () => lowerPriority(child))
  let total = 0
  child.on('message', (message: { done: number; total: number }) => {
    total = message.total
    void job.progress(message.done, message.total)
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptCharacters)
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  const code = await promise
  if (code !== 0) throw new Error(`the loader of the demo ended with ${code}: ${said}`)
  return { stepCount: total }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us: it works as well at the usual priority.
  }
}
