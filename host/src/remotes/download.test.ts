import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { changedFile } from './download.ts'

const url = 'http://pim.test/remotes/media/remoteEntry.js'
const built = 'built'
const integrity = `sha256-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(built)))))}`

afterEach(() => void rs.unstubAllGlobals())

const cut = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('bui'))
        body.error(new TypeError('network error'))
      },
    }),
  )

/** Answers one after the other; with a hash that does not match, and with a body that ends early, the browser gives nothing. */
function serve(...answers: (() => Response)[]) {
  rs.stubGlobal('isSecureContext', true)
  rs.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const response = answers.shift()?.() ?? new Response('', { status: 500 })
    if (!init.integrity) return response
    if ((await response.text()) !== built) throw new TypeError('Failed to fetch')
    return new Response(built)
  })
}

describe('a file that did not come', () => {
  it.each([
    ['with other bytes is changed', [() => new Response('evil'), () => new Response('evil')], url],
    ['that is cut off again is not', [cut, cut], undefined],
    ['that is cut off once is not', [cut, () => new Response(built)], undefined],
    ['that comes now is not', [() => new Response(built)], undefined],
    ['that the server does not give is not', [cut], undefined],
  ])('%s', async (_name, answers, changed) => {
    serve(...answers)
    expect(await changedFile({ [url]: integrity })).toBe(changed)
  })
})
