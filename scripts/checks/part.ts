import { spawn } from 'node:child_process'

/** The result of a part of the test run. A single check counts as one. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Each begins with the name of what failed; the lines below it say all that is known. Printed at the end of the run. */
  readonly failures: readonly string[]
  /** The time of each test file, where the part has some. */
  readonly files: readonly FileTime[]
}

export interface FileTime {
  /** From the root of the repository. */
  readonly path: string
  readonly seconds: number
}

export interface Finished {
  readonly code: number
  readonly output: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Gets each line of the output while the program runs. */
  readonly onLine?: (line: string) => void
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal
}

/** Runs a script with the Node that runs this process. */
export function run(args: readonly string[], { cwd, env = {}, onLine, signal }: RunOptions): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (onLine === undefined) return
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) onLine(line)
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs one check, which passes where its exit code is 0. */
export async function check(name: string, args: readonly string[], cwd: string): Promise<Outcome> {
  const { code, output } = await run(args, { cwd })
  if (code === 0) return { passed: 1, failed: 0, failures: [], files: [] }
  return { passed: 0, failed: 1, failures: [failure(name, output)], files: [] }
}

/** A failure with its name on the first line and everything else below it. */
export const failure = (name: string, ...details: readonly string[]): string =>
  [name, ...details.map((text) => withoutColours(text).trimEnd()).filter((text) => text !== '')].join('\n')

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them
export const withoutColours = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '')

export const lastLines = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n')

export const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  files: outcomes.flatMap(({ files }) => files),
})
