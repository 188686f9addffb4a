import { type ChildProcess, spawn } from 'node:child_process'

export interface ProcessLimits {
  /** Whole seconds of CPU time, at which the operating system ends the process. */
  readonly cpuSeconds: number
  /** Memory of the process, with what Node itself reserves (some 700 MB, of which it uses 60). */
  readonly dataMegabytes: number
  /** Memory of the objects of JavaScript. */
  readonly heapMegabytes: number
  /** Whether the server has the processor before it, and other programs have. */
  readonly isNice?: boolean
  /** Where compiled code is kept from one process to the next. */
  readonly cacheFolder?: string | undefined
}

/** Windows has no limits for a process that a shell could set: there the deadline alone ends a task. */
const systemLimits = process.platform !== 'win32'

/**
 * Sets the limits and becomes the program. Soft below hard: the soft limit ends the process by a signal of its own
 * (SIGXCPU), which tells this end from all others. macOS takes the limit of memory and does not hold to it.
 */
const startScript =
  'cpu=$1; data=$2; nice=$3; shift 3; ulimit -c 0; ulimit -S -t "$cpu" && ulimit -H -t "$((cpu + 5))"; ulimit -d "$data" 2>/dev/null; exec nice -n "$nice" "$@"'

/** Starts a program of TypeScript that talks by messages, under limits of the operating system. */
export function startLimited(program: string, limits: ProcessLimits): ChildProcess {
  const { cpuSeconds, dataMegabytes, heapMegabytes, isNice = false, cacheFolder } = limits
  // What is new has less room than usual (three times this), as that is never given back: a reader takes a third less, and no longer.
  const heap = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4']
  const options = [...heap, '--disable-warning=ExperimentalWarning']
  const node = [process.execPath, ...options, program]
  const ofSystem = [String(cpuSeconds), String(dataMegabytes * 1024), isNice ? '5' : '0']
  const [command = '', ...values] = systemLimits ? ['/bin/sh', '-c', startScript, 'sh', ...ofSystem, ...node] : node
  const child = spawn(command, values, {
    // The process gets none of the server's environment, because that holds secrets.
    env: {
      PATH: process.env.PATH,
      MALLOC_ARENA_MAX: '2',
      ...(cacheFolder !== undefined && { NODE_COMPILE_CACHE: cacheFolder }),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Keeps maps and what is undefined, and copies long texts as they are.
    serialization: 'advanced',
  })
  // Does not keep the server's process alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** `time`: it was late. `broken`: it ended by itself, or by somebody unknown. */
export type CauseOfEnd = 'cpu' | 'memory' | 'time' | 'damaged' | 'broken'

const byMemory: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP']
const byBrokenMemory: readonly (string | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE']

/** Tells what has ended a process in the middle of a task. */
export function causeOfEnd(signal: NodeJS.Signals | null, isLate: boolean): CauseOfEnd {
  if (signal === 'SIGXCPU' || (isLate && !systemLimits)) return 'cpu'
  if (byMemory.includes(signal)) return 'memory'
  if (byBrokenMemory.includes(signal)) return 'damaged'
  return isLate ? 'time' : 'broken'
}
