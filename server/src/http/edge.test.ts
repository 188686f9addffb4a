import { gzipSync } from 'node:zlib'
import { technicalNameSchema } from '@pim/contract/core/primitives.ts'
import { defineRoute } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { type SmallServer, startSmallServer } from '../../testing/small-server.ts'
import { installFastPath } from './fast-path.ts'
import { maxBodyBytes } from './input/json.ts'

const contract = {
  echo: {
    text: defineRoute({
      method: 'POST',
      path: '/api/text/{name}',
      summary: '',
      access: 'public',
      params: z.strictObject({ name: z.string() }),
      query: z.looseObject({}),
      body: z.unknown(),
      response: z.unknown(),
    }),
    search: defineRoute({
      method: 'GET',
      path: '/api/search',
      summary: '',
      access: 'public',
      queryPrefix: 'field.',
      query: z.strictObject({
        pageNumber: z.string().regex(/^\d+$/).optional(),
        field: z.record(technicalNameSchema, z.array(z.string())).optional(),
      }),
      response: z.unknown(),
    }),
  },
} as const

let server: SmallServer
let handled = 0

beforeAll(async () => {
  server = await startSmallServer(contract, {
    echo: {
      text: ({ body }) => {
        handled++
        return body ?? null
      },
      search: ({ query }) => query,
    },
  })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const post = (body: string | Buffer, headers: Record<string, string> = json) =>
  server.send('/api/text/a', { method: 'POST', headers, body })

/** The places that the 400 for this body names. */
async function placesOf(body: string): Promise<string[]> {
  const answer = await post(body)
  expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), 400])
  const errors = z.array(z.object({ technicalFieldName: z.string() })).parse(answer.json.fieldErrors ?? [])
  return errors.map(({ technicalFieldName }) => technicalFieldName)
}

describe('text that the database cannot store', () => {
  it('is refused in every value and key of a body, by its place', async () => {
    expect(await placesOf('{"a":[{"b":"x\\u0000y"}]}')).toEqual(['body.a[0].b'])
    expect(await placesOf('{"a":[{"b":"x\\ud800y"}]}')).toEqual(['body.a[0].b'])
    expect(await placesOf('{"a":{"\\u0000":1}}')).toEqual(['body.a["\\u0000"]'])
    expect(await placesOf('{"a":{"\\udfff":1}}')).toHaveLength(1)
    expect(await placesOf('"\\u0000"')).toEqual(['body'])
  })

  it('is refused in the query and in the path', async () => {
    for (const path of ['/api/search?pageNumber=%00', '/api/search?field.a=x%00', '/api/search?%00=1']) {
      expect([path, (await server.send(path)).status]).toEqual([path, 400])
    }
    const inPath = await server.send('/api/text/a%00b', { method: 'POST', headers: json, body: '{}' })
    expect(inPath.status).toBe(400)
    expect(inPath.text).toContain('params.name')
  })

  it('is refused where it is no UTF-8 to begin with', async () => {
    expect((await post(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).json.code).toBe('INVALID_JSON')
    expect((await server.send('/api/search?pageNumber=%ed%a0%80')).status).toBe(400)
    expect((await server.send('/api/text/%ff', { method: 'POST', headers: json, body: '{}' })).status).toBe(400)
  })

  it('does not include whole surrogate pairs and other unusual but valid text', async () => {
    const sound = { a: '😀', b: 'e\u0301', c: '\u202e', d: '\ufffd', e: '\u0001' }
    expect((await post(JSON.stringify(sound))).json).toEqual(sound)
  })
})

describe('nested JSON', () => {
  it('is taken to a depth of 32 and no further', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await post(nested(32))).status).toBe(200)
    expect(await placesOf(nested(33))).toEqual(['body'])
    expect(await placesOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toEqual(['body'])
  })

  it('is refused cheaply however deep it is, and the next call is answered', async () => {
    // No bomb is whole JSON: whoever parsed it first would complain of its grammar, and name no place.
    const bombs = ['['.repeat(6_000), '['.repeat(1_000_000), '{"a":'.repeat(300_000), '[{"a":'.repeat(200_000)]
    for (const bomb of bombs) {
      expect(await placesOf(bomb)).toEqual(['body'])
      expect((await server.send('/api/search')).status).toBe(200)
    }
  })

  it('does not count brackets in texts', async () => {
    const text = `${'[{'.repeat(100)}\\"[["[`
    expect((await post(JSON.stringify({ text }))).json).toEqual({ text })
  })
})

describe('keys that reach the prototype', () => {
  it('are refused at any depth and in any spelling', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'cons\\u0074ructor']) {
      await placesOf(`{"${key}":{"isAdmin":true}}`)
      await placesOf(`{"a":[{"b":{"${key}":1}}]}`)
    }
    for (const key of ['__proto__', 'constructor', 'field.__proto__', 'field.constructor', 'field.prototype']) {
      expect([key, (await server.send(`/api/search?${key}=1`)).status]).toEqual([key, 400])
    }
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  it('are allowed within a text', async () => {
    const value = { text: '__proto__ and "constructor": {"prototype": 1}' }
    expect((await post(JSON.stringify(value))).json).toEqual(value)
  })
})

describe('numbers', () => {
  it('are refused where a double would change them, by their place', async () => {
    expect(await placesOf('{"a":[1,{"b":1e400}]}')).toEqual(['body.a[1].b'])
    expect(await placesOf('{"a":-1e999}')).toEqual(['body.a'])
    expect(await placesOf('{"a":9007199254740993}')).toEqual(['body.a'])
    expect(await placesOf('{"\\"k":0.1234567890123456789}')).toEqual(['body["\\"k"]'])
    expect(await placesOf('1e-400')).toEqual(['body'])
  })

  it('are accepted where a double keeps them', async () => {
    const kept = '[0,1.10,1e3,0.1,1.7976931348623157e308,5e-324,9007199254740992,100000000000000000000,1E+2]'
    expect((await post(kept)).json).toEqual(JSON.parse(kept))
  })
})

describe('media types', () => {
  it('are application/json and nothing near it', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']) {
      expect([type, (await post('{"a":1}', { 'content-type': type })).status]).toEqual([type, 200])
    }
    const before = handled
    for (const type of [
      'text/plain',
      'application/json\t; charset=utf-8',
      'application/json;\tcharset=utf-8',
      'application/json ',
      'application/json; charset=latin1',
      'application/json; charset=utf-8; x=y',
      'application/json, text/plain',
      'application/jsonp',
      'application/vnd.api+json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const answer = await server.raw(
        `POST /api/text/a HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 7\r\nconnection: close\r\n\r\n{"a":1}`,
      )
      // Node trims white space around a header's value, so this one is plain application/json.
      const expected = type === 'application/json ' ? /^HTTP\/1\.1 200/ : /^HTTP\/1\.1 415/
      expect(answer.slice(0, 40)).toMatch(expected)
    }
    expect((await post('{"a":1}', {})).status).toBe(415)
    expect(handled - before).toBe(1)
  })

  it('do not include compressed bodies, so no decompression bomb is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x-gzip']) {
      const answer = await post(bomb, { ...json, 'content-encoding': encoding })
      expect([encoding, answer.status]).toEqual([encoding, 415])
    }
  })
})

describe('size', () => {
  it('is 2 MB at most, with or without a content-length', async () => {
    const fits = JSON.stringify('x'.repeat(maxBodyBytes - 2))
    expect((await post(fits)).status).toBe(200)
    expect((await post(`${fits} `)).json.code).toBe('PAYLOAD_TOO_LARGE')
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const chunked = await server.raw(
      `POST /api/text/a HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(40)}`,
    )
    expect(chunked).toMatch(/^HTTP\/1\.1 413/)
    expect(chunked).toContain('PAYLOAD_TOO_LARGE')
  })
})

describe('queries', () => {
  it('have at most 100 parameters, brackets and commas not counting as structure', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `field.f${index}=1`).join('&')
    expect((await server.send(`/api/search?${many(100)}`)).status).toBe(200)
    expect((await server.send(`/api/search?${many(101)}`)).status).toBe(400)
    expect((await server.send(`/api/search?${'a[]=1&'.repeat(1_900)}`)).status).toBe(400)
    expect((await server.send(`/api/search?pageNumber[0]=1`)).status).toBe(400)
    expect((await server.send(`/api/search?pageNumber=${','.repeat(10_000)}`)).status).toBe(400)
  })

  it('are refused where one value is meant and two are given', async () => {
    const answer = await server.send('/api/search?pageNumber=1&pageNumber=2')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('query.pageNumber')
  })

  it('collect the parameters with a prefix, only under names that fields can have', async () => {
    const found = await server.send('/api/search?field.color=red&field.color=dark+blue&field.size=%C3%84')
    expect(found.json).toEqual({ field: { color: ['red', 'dark blue'], size: ['Ä'] } })
    for (const name of ['field.a.b', 'field.', 'field.a%27b', 'field', 'field.a%20b']) {
      expect([name, (await server.send(`/api/search?${name}=1`)).status]).toEqual([name, 400])
    }
  })
})

describe('paths', () => {
  it('get 404 where decoding them once more would give another path', async () => {
    for (const path of [
      '/api/text/..%2f..%2fetc',
      '/api/text/%2e%2e/search',
      '/api/text/../search',
      '/api/text/./a',
      '/api/text/a%5Cb',
      '/api/text/a\\b',
      '/..%2f..%2fetc/passwd',
      '/api/text/..',
    ]) {
      const answer = await server.send(path, { method: 'POST', headers: json, body: '{}' })
      expect([path, answer.status, answer.json.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })
})

describe('the host of a request', () => {
  const get = (...hosts: string[]) =>
    `GET /api/search HTTP/1.1\r\n${hosts.map((line) => `${line}\r\n`).join('')}connection: close\r\n\r\n`

  it('is named once: two are refused, also the same one twice', async () => {
    expect(await server.raw(get('host: a.example'))).toMatch(/^HTTP\/1\.1 200/)
    for (const hosts of [
      ['host: a.example', 'host: b.example'],
      ['Host: a.example', 'hOST: a.example'],
      ['host: a.example', 'accept: */*', 'HOST:'],
    ]) {
      const answer = await server.raw(get(...hosts))
      expect([hosts, answer.slice(0, 12)]).toEqual([hosts, 'HTTP/1.1 400'])
      expect(answer).toContain('INVALID_REQUEST')
    }
    expect(await server.raw(get())).toMatch(/^HTTP\/1\.1 400/)
  })

  it('is looked at before an answer from memory is sent', async () => {
    const other = await startSmallServer(contract, { echo: { text: () => null, search: () => null } })
    installFastPath(other.app.server, (_request, response) => {
      response.end('kept')
      return true
    })
    expect(await other.raw(get('host: a.example'))).toContain('kept')
    expect(await other.raw(get('host: a.example', 'host: b.example'))).toMatch(/^HTTP\/1\.1 400/)
    await other.close()
  })
})

describe('bytes that are not HTTP', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'two lengths',
      'POST /api/text/a HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      /^HTTP\/1\.1 400/,
    ],
    [
      'length and chunks',
      'POST /api/text/a HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    ['huge headers', `GET /api/search HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
  ])('get a problem as well: %s', async (_what, bytes, status) => {
    const answer = await server.raw(bytes)
    expect(answer).toMatch(status)
    expect(answer).toContain('application/problem+json')
  })
})
