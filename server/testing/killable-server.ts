import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'

const program = fileURLToPath(new URL('./write-loop-server.ts', import.meta.url))
const folders: string[] = []
const children = new Set<ChildProcess>()

/** A data folder that only its owner can enter, as `mktemp -d` makes them; the database has to work in it. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-embedded-test-'))
  folders.push(folder)
  return folder
}

/** Stops the databases of killed servers, and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    await startEmbeddedDatabase({ dataFolder: folder })
      .then((left) => left.stop())
      .catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

export interface KillableServer {
  readonly child: ChildProcess
  readonly postgresPid: number
  /** The numbers of the row pairs that it has reported as saved. */
  readonly saved: Set<number>
  readonly ended: Promise<number | null>
}

export function startServer(folder: string): Promise<KillableServer> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  const saved = new Set<number>()
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(complaints)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word, value] = line.split(' ')
      if (word === 'saved') saved.add(Number(value))
      if (word === 'ready') resolve({ child, postgresPid: Number(value), saved, ended })
    })
  })
}
