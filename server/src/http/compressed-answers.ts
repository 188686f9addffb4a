import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { Route } from '@pim/contract/core/route.ts'
import type { FastifyInstance } from 'fastify'

/** Shorter answers fit into one packet as they are. */
const minBytes = 1_400

/**
 * Answers of the API are compressed where the caller asks for it. Quality 4 makes a list of 25 items a seventh of its
 * size in about a millisecond. Compressed requests stay refused.
 */
export function prepareCompression(app: FastifyInstance): void {
  const options = {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'] satisfies ('br' | 'gzip')[],
    threshold: minBytes,
    customTypes: /[/+]json(?:;|$)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  }
  // Called as a function, because `register` waits for the start, and the routes are added before that.
  compress(app, options, (error) => {
    if (error) throw error
  })
}

/**
 * `false` for delivery: its answers are kept as bytes with a strong ETag of these bytes, and a shop's own cache or
 * network in front of it compresses. `false` for what anybody may ask without end: such an answer is compressed once
 * (`SharedAnswer`), never for one caller.
 */
export const compressionOf = ({ access }: Route): object | false =>
  access === 'apiKey' || access === 'public' ? false : {}
