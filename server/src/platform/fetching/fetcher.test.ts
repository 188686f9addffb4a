import { Buffer } from 'node:buffer'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { certificateFor, type HttpsServer, startHttpsServer } from '../../../testing/https-server.ts'
import { createFetcher, FetchRefused, type Outside } from './index.ts'
import { isPublicAddress } from './public-address.ts'

let server: HttpsServer
/** What was asked of the server. */
const asked: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[] = []
beforeAll(async () => {
  server = await startHttpsServer(async ({ url = '', headers }, answer) => {
    asked.push({ url, headers })
    const csv = { 'content-type': 'Text/CSV; charset=utf-8' }
    if (url === '/moved') return answer.writeHead(302, { location: `https://${server.host}/rows.csv` }).end()
    if (url === '/absent') return answer.writeHead(404).end()
    if (url === '/page') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    if (url === '/packed') return answer.writeHead(200, { ...csv, 'content-encoding': 'gzip' }).end('x')
    if (url === '/announced-large') {
      // What is announced is reason enough: nothing of it has to come.
      answer.writeHead(200, { ...csv, 'content-length': 101 })
      return answer.flushHeaders()
    }
    if (url === '/large') {
      answer.writeHead(200, csv)
      for (let part = 0; part < 50; part += 1) answer.write('x'.repeat(10))
      return answer.end()
    }
    if (url === '/silent') return
    if (url === '/stops') {
      answer.writeHead(200, csv)
      return answer.write('a;b\n')
    }
    if (url === '/drips') {
      answer.writeHead(200, csv)
      while (!answer.destroyed) {
        answer.write('x')
        await wait(50)
      }
      return
    }
    if (url === '/breaks') {
      answer.writeHead(200, { ...csv, 'content-length': 50 })
      return answer.write('a;b\n', () => answer.destroy())
    }
    answer.writeHead(200, csv).end('a;b\n1;2\n')
  })
})
afterAll(() => server.close())

interface Asked {
  readonly outside?: Partial<Outside>
  readonly allowedHosts?: readonly string[]
  readonly wholeMs?: number
  readonly signal?: AbortSignal
}
async function fetched(
  address: string,
  { outside, allowedHosts = [server.host], wholeMs = 5_000, signal }: Asked = {},
) {
  const { bytes } = await createFetcher({ ...server.outside, ...outside }).open(address, {
    allowedHosts,
    maxBytes: 100,
    wholeMs,
    takes: (mediaType) => mediaType === 'text/csv',
    signal: signal ?? new AbortController().signal,
  })
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
/** The code that it is refused with. */
async function refused(address: string, options: Asked = {}): Promise<string> {
  const error: unknown = await fetched(address, options).catch((reason: unknown) => reason)
  if (error instanceof FetchRefused) return error.code
  throw new Error('it was not refused', { cause: error })
}
const at = (path: string): string => `https://${server.host}${path}`

describe('what is fetched from outside', () => {
  it('comes from a host that is allowed, unpacked, from the path and query that were named', async () => {
    expect(await fetched(at('/rows.csv?of=1'))).toBe('a;b\n1;2\n')
    expect(asked.at(-1)).toMatchObject({
      url: '/rows.csv?of=1',
      headers: { host: server.host, 'accept-encoding': 'identity' },
    })
    expect(asked.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  it.each([
    ['no https', () => `http://${server.host}/rows.csv`],
    ['another scheme', () => 'file:///etc/passwd'],
    ['a name in it', () => `https://someone@${server.host}/rows.csv`],
    ['a name and a password in it', () => `https://a:b@${server.host}/rows.csv`],
    ['no form of an address', () => 'https://'],
    ['more than two thousand characters', () => at(`/${'x'.repeat(2_000)}`)],
  ])('is not from an address with %s', async (_what, address) => {
    expect(await refused(address())).toBe('ADDRESS_NOT_HTTPS')
  })

  it('is from no host and no port that is not on the list', async () => {
    const before = server.connections()
    for (const address of [
      'https://other.example.test/rows.csv',
      'https://files.example.test/rows.csv',
      'https://files.example.test:444/rows.csv',
      `https://sub.${server.host}/rows.csv`,
      `https://${server.host.replace(':', '.:')}/rows.csv`,
      'https://127.0.0.1/rows.csv',
      'https://2130706433/rows.csv',
      'https://0x7f.1/rows.csv',
      'https://[::1]/rows.csv',
    ])
      expect([address, await refused(address)]).toEqual([address, 'HOST_NOT_ALLOWED'])
    expect(server.connections()).toBe(before)
  })

  it('is from no address that is not public, also where only one of several is', async () => {
    const before = server.connections()
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['10.0.0.1', '8.8.8.8'], ['::1']]) {
      const outside = { isPublic: isPublicAddress, resolve: async () => addresses }
      expect([addresses, await refused(at('/rows.csv'), { outside })]).toEqual([addresses, 'HOST_NOT_PUBLIC'])
    }
    expect(server.connections()).toBe(before)
  })

  it('comes from the address that was judged: the name is looked up once', async () => {
    let lookUps = 0
    const resolve = async () => {
      lookUps += 1
      return [lookUps === 1 ? '127.0.0.1' : '10.0.0.1']
    }
    expect(await fetched(at('/rows.csv'), { outside: { resolve } })).toContain('1;2')
    expect(lookUps).toBe(1)
  })

  it('says where the host has no address, or does not answer', async () => {
    const failing = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await refused(at('/rows.csv'), { outside: { resolve: failing } })).toBe('HOST_NOT_FOUND')
    expect(await refused(at('/rows.csv'), { outside: { resolve: async () => [] } })).toBe('HOST_NOT_FOUND')
    const closed = 'files.example.test:1'
    expect(await refused(`https://${closed}/rows.csv`, { allowedHosts: [closed] })).toBe('HOST_NOT_REACHED')
    const never = () => new Promise<never>(() => undefined)
    const outside = { resolve: never, connectMs: 50 }
    expect(await refused(at('/rows.csv'), { outside })).toBe('HOST_NOT_REACHED')
  })

  it('is refused with a certificate that nobody vouches for, or of another name', async () => {
    const strange = certificateFor('files.example.test')
    expect(await refused(at('/rows.csv'), { outside: { ca: [strange.cert] } })).toBe('CERTIFICATE_REFUSED')
    const ofOther = certificateFor('other.example.test')
    const other = await startHttpsServer((_request, answer) => answer.end('x'), 'files.example.test', ofOther)
    try {
      const options = { outside: other.outside, allowedHosts: [other.host] }
      expect(await refused(`https://${other.host}/rows.csv`, options)).toBe('CERTIFICATE_REFUSED')
    } finally {
      await other.close()
    }
  })

  it('is not looked for where an answer leads on', async () => {
    const before = asked.length
    expect(await refused(at('/moved'))).toBe('ADDRESS_MOVED')
    expect(asked.slice(before).map(({ url }) => url)).toEqual(['/moved'])
  })

  it.each([
    ['/absent', 'ADDRESS_REFUSED'],
    ['/page', 'ANSWER_OF_WRONG_KIND'],
    ['/packed', 'ANSWER_OF_WRONG_KIND'],
    ['/announced-large', 'ANSWER_TOO_LARGE'],
    ['/large', 'ANSWER_TOO_LARGE'],
    ['/breaks', 'ANSWER_BROKEN_OFF'],
  ])('is refused from %s as %s', async (path, code) => {
    expect(await refused(at(path))).toBe(code)
  })

  it('is given up where the other side sends nothing for a while, or takes too long for the whole', async () => {
    // The limit of the whole is one that this test does not live to see.
    const silence = { outside: { idleMs: 100 }, wholeMs: 600_000 }
    expect(await refused(at('/silent'), silence)).toBe('ANSWER_TOO_SLOW')
    expect(await refused(at('/stops'), silence)).toBe('ANSWER_TOO_SLOW')
    expect(await refused(at('/drips'), { wholeMs: 400 })).toBe('ANSWER_TOO_SLOW')
  })

  it('ends with its caller, for the reason of the caller', async () => {
    const caller = new AbortController()
    const before = asked.length
    const reading = fetched(at('/stops'), { signal: caller.signal })
    await expect.poll(() => asked.length).toBe(before + 1)
    caller.abort(new Error('the server stops'))
    await expect(reading).rejects.not.toBeInstanceOf(FetchRefused)
  })
})

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '193.0.6.139', '2606:4700::1111', '2a00:1450:4001:80b::200e'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.254',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:0001',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '127.1',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
