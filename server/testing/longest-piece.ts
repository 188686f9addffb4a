import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** CPU time of this thread, in milliseconds. */
export interface ThreadTime {
  /** The most between two turns of the event loop: nobody else was answered meanwhile. */
  readonly longest: number
  /** All of it. */
  readonly whole: number
}

setFlagsFromString('--expose-gc')
/** So that the work is not charged with the garbage of what came before. */
const collectGarbage: () => void = runInNewContext('gc')

const cpuMilliseconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

/**
 * What the work takes of this thread. It is looked at by a timer and not in each turn, as turns that follow each other
 * without a pause would take more time than the work; a turn of a millisecond or more always ends with a look.
 */
export async function threadTimeOf(work: () => unknown): Promise<ThreadTime> {
  collectGarbage()
  const begin = process.threadCpuUsage()
  let last = begin
  let longest = 0
  const look = () => {
    longest = Math.max(longest, cpuMilliseconds(last))
    last = process.threadCpuUsage()
  }
  let timer: NodeJS.Timeout | undefined
  const watch = () => {
    look()
    timer = setTimeout(watch, 1)
  }
  watch()
  try {
    await work()
  } finally {
    clearTimeout(timer)
  }
  look()
  return { longest, whole: cpuMilliseconds(begin) }
}
