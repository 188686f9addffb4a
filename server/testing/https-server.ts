import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Outside } from '../src/platform/fetching/index.ts'

/* A server on the internet as tests have it: real sockets and real TLS, with a certificate that is made here. */

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const subjectAltName = objectId('551d11')
const commonName = objectId('550403')

/** A certificate for these host names, signed by itself. */
export function certificateFor(...hosts: readonly string[]): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('test')))))
  const validity = sequence(time(new Date(Date.now() - 86_400_000)), time(new Date(Date.now() + 86_400_000)))
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, names)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const cert = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

export interface HttpsServer {
  /** With its port: `files.example.test:40123`. */
  readonly host: string
  /** How a server has to see the outside to find this one, and nothing else. */
  readonly outside: Partial<Outside>
  readonly connections: () => number
  dropConnections(): void
  close(): Promise<void>
}

export async function startHttpsServer(
  answer: RequestListener,
  name = 'files.example.test',
  certificate = certificateFor(name),
): Promise<HttpsServer> {
  const server = createServer(certificate, answer)
  const sockets = new Set<Duplex>()
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `${name}:${port}`,
    outside: {
      resolve: async (host) => (host === name ? ['127.0.0.1'] : []),
      isPublic: (address) => address === '127.0.0.1',
      ca: [certificate.cert],
    },
    connections: () => connections,
    dropConnections,
    async close() {
      dropConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
