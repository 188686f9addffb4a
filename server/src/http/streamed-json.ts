import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpResponse, jsonType } from './http-response.ts'

/** Characters that an answer asks for beyond those that its caller has read. */
const bufferedCharacters = 65_536

/**
 * Sends JSON as it is made, piece by piece: no further piece is asked for while the caller has not read what is there, so an
 * answer of any length takes little memory. A failure on the way cuts the answer off, which makes it no JSON.
 */
export const streamedJson = (pieces: AsyncGenerator<string>): HttpResponse =>
  new HttpResponse(
    200,
    { 'content-type': jsonType },
    Readable.from(inTurn(pieces), { objectMode: false, highWaterMark: bufferedCharacters }),
  )

const maxAttempts = 6

/**
 * Reads what a piece is made of. An answer that has begun can no longer be refused, so it waits a little where the database
 * has no connection for it, and tries again.
 */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      const isBusy = error instanceof Error && error.name === 'DatabaseUnavailable'
      if (!isBusy || attempt === maxAttempts) throw error
      await pause(100 * attempt)
    }
  }
}

/** One piece of all such answers of this process is made at a time: what that takes in memory is bounded for all. */
let last: Promise<unknown> = Promise.resolve()

async function* inTurn(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const { value, done } = await nextOf(pieces)
      if (done) return
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}

function nextOf(pieces: AsyncGenerator<string>): Promise<IteratorResult<string, unknown>> {
  const next = last.then(() => pieces.next())
  last = next.catch(() => {})
  return next
}
