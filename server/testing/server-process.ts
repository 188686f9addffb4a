import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Lets a signal make a fault in the process; see there. */
export const withPlantedFault = { NODE_OPTIONS: `--import=${new URL('./planted-fault.ts', import.meta.url).href}` }

export interface Started {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
  origin: string
}

let started: Started[] = []
let folders: string[] = []

export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-main-'))
  folders.push(folder)
  return folder
}

/** Kills all launched servers and removes their data folders. */
export async function endAll(): Promise<void> {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  started = []
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  folders = []
}

/** What a process has written so far, to its output and its errors, and its exit code. */
export function watched(child: ChildProcess): Pick<Started, 'output' | 'ended'> {
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return { output: () => output, ended: new Promise((resolve) => child.on('close', resolve)) }
}

/** Starts the server in a process of its own, with these arguments of Node. */
export function launch(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Started {
  const child = spawn(process.execPath, [...options, program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(tmpdir(), 'pim-main-compiled'),
      PORT: '0',
      PIM_DATA_DIR: folder,
      PIM_LOG_FORMAT: 'json',
      PIM_DEMO: '0',
      PIM_DRAIN_MS: '0',
      PIM_DIRECT_GRANT: '1',
      PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE: '1',
      PIM_BINARY_FOLDER_IS_SHARED: '1',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const one: Started = { child, ...watched(child), origin: '' }
  started.push(one)
  return one
}

export async function ready(one: Started): Promise<Started> {
  let isOver = false
  void one.ended.then(() => {
    isOver = true
  })
  while (!isOver && !one.output().includes('Ready at')) await new Promise((resolve) => setTimeout(resolve, 20))
  const origin = /Ready at (\S+)/.exec(one.output())?.[1]
  if (origin === undefined) throw new Error(`it did not start: ${one.output()}`)
  one.origin = origin
  return one
}

/** The administrator of a product without the demo, whose password was shown once; else the one of the demo. */
export function administrator(): { readonly username: string; readonly password: string } {
  const shown = started.flatMap(({ output }) => /administrator with the password (\S+)/.exec(output())?.[1] ?? [])
  const password = shown.at(-1)
  return password === undefined ? { username: 'admin', password: 'admin' } : { username: 'administrator', password }
}

/** An access token of an administrator, by the password grant. */
export async function adminToken({ origin }: Pick<Started, 'origin'>): Promise<string> {
  const response = await fetch(`${origin}/realms/pim/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'pim-tools',
      scope: 'openid profile email tenant',
      ...administrator(),
    }),
  })
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}
