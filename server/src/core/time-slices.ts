import type { Steps } from '@pim/field-types/steps'
import { type Caller, currentCaller } from './caller.ts'

/** A search comes back from the database some six times, and may wait for a slice of somebody else each time. */
const sliceMilliseconds = 2
/** Over its end by so much, a slice was a piece that could not be cut, such as the parsing of a large document. */
const longMilliseconds = 5

/** Those who wait for their next slice, by tenant; the first tenant is next. */
const waiting = new Map<string, (() => void)[]>()
/** Whether a slice has begun in this turn of the event loop. */
let hasBegun = false

/**
 * Resolves when the caller may go on. In each turn of the event loop one slice begins, of each tenant in turns: with however
 * many calls a tenant works at once, another one waits for a single slice of it before it has its own.
 */
export function nextSlice(caller: Caller | undefined = currentCaller()): Promise<void> {
  const tenant = caller?.tenantId ?? caller?.name ?? ''
  return new Promise((resolve) => {
    const line = waiting.get(tenant)
    if (line === undefined) waiting.set(tenant, [resolve])
    else line.push(resolve)
    endTurn()
  })
}

/** The first slice of a call: undefined, so that nothing has to be waited for, where it may begin in this turn. */
export function firstSlice(caller: Caller): Promise<void> | undefined {
  if (hasBegun) return nextSlice(caller)
  endTurn()
  return undefined
}

/** Marks that a slice has begun in this turn, or soon will; the next one begins in the next turn. */
function endTurn(): void {
  if (hasBegun) return
  hasBegun = true
  setImmediate(() => {
    hasBegun = false
    const [first] = waiting
    if (first === undefined) return
    const [tenant, line] = first
    const next = line.shift()
    // Behind all others.
    waiting.delete(tenant)
    if (line.length > 0) waiting.set(tenant, line)
    endTurn()
    next?.()
  })
}

/**
 * A piece of work that lasts: asked after each of its steps, it says when others are to have their turn. Work that awaits what is
 * mostly there already, as the next bytes of a file, needs it, too: thousands of such turns follow each other otherwise.
 */
export class Slice {
  #end = performance.now() + sliceMilliseconds

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets others have their turn where the slice is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return
    const wasLong = performance.now() >= this.#end + longMilliseconds
    await nextSlice()
    // A slice that an answer of the database has begun is followed by this one without a look at timers and sockets; the next has one
    // before it.
    if (wasLong) await nextSlice()
    this.#end = performance.now() + sliceMilliseconds
  }
}

/** Runs the steps in slices; between two of them the thread answers other calls. Short work is done without a break. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slice = new Slice()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (slice.isOver) await slice.pause()
  }
}

/**
 * Runs the second part of synchronous work: at once, or, where the first part took a slice, after other calls have had
 * their turn.
 */
export const afterSlice = <Result>(startedAt: number, work: () => Promise<Result>): Promise<Result> =>
  performance.now() - startedAt < sliceMilliseconds ? work() : nextSlice().then(work)
