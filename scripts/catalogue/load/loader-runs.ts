import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../workspace.ts'

/** The import task in a process of its own, for tests that kill it or look at how it ends. */
export interface LoaderRun {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

export function startLoader(baseUrl: string, token: string, ...args: readonly string[]): LoaderRun {
  const child = spawn(process.execPath, [join(root, 'scripts/tasks/import.ts'), ...args, '--url', baseUrl], {
    env: { PATH: process.env.PATH, PIM_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return { child, output: () => output, ended: new Promise((resolve) => child.on('close', resolve)) }
}
