import { Readable } from 'node:stream'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { startOwnServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { verifyData } from '../../upkeep/verify.ts'
import { orphanAgeMs, sweepOrphans } from './index.ts'

let server: TestServer
beforeAll(async () => {
  // A server of its own: it looks for lost files of all tenants.
  server = await startOwnServer()
})
afterAll(() => server.close())

const ages = { young: () => Date.now() + orphanAgeMs - 60_000, old: () => Date.now() + orphanAgeMs + 60_000 }
const parts = (now?: () => number) => ({
  database: server.database,
  objects: server.dependencies.objects,
  ...(now && { now }),
})
const put = async (key: string) => {
  await server.dependencies.objects.put(key, Readable.from([Buffer.from('x')]), { contentType: 'text/plain' })
  return key
}
async function keys(): Promise<Set<string>> {
  const all = new Set<string>()
  for await (const { key } of server.dependencies.objects.list('')) all.add(key)
  return all
}
const upload = async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const file = new Blob([Uint8Array.from(bytes)])
  return await server.ok(contract.binary.uploadBinary, { file, fileName: 'red.jpg' })
}

describe('a stored file that no row names', () => {
  it('is removed when it is older than any upload; those of rows, of unknown tenants and of others stay', async () => {
    const { tenantId } = server.acme
    const { binaryId } = await upload()
    await server.call(contract.binary.getBinaryContent, { params: { binaryId }, query: { imageSize: 'small' } })
    const named = await keys()
    expect(named.size).toBeGreaterThan(1)
    const lost = newId()
    const orphans = [await put(`${tenantId}/${lost}`), await put(`${tenantId}/${lost}.small.v1.webp`)]
    const foreign = [await put(`${newId()}/${lost}`), await put(`pim-backup/complete`)]

    expect(await sweepOrphans(parts(ages.young), tenantId)).toEqual({ removed: 0, isRefused: false })
    expect(await keys()).toEqual(new Set([...named, ...orphans, ...foreign]))
    const data = { address: server.rows.address, files: server.dependencies.objects }
    expect(await verifyData(data)).toEqual([])
    const findings = await verifyData(data, { now: ages.old })
    expect(new Set(findings.map(({ kind, about }) => `${kind}: ${about}`))).toEqual(
      new Set(orphans.map((key) => `file that no row names: ${key}`)),
    )
    expect(findings).toHaveLength(2)
    expect(await sweepOrphans(parts(ages.old), tenantId)).toEqual({ removed: 2, isRefused: false })
    expect(await keys()).toEqual(new Set([...named, ...foreign]))
  })

  it('is left alone while its upload is about to name it', async () => {
    const { tenantId } = server.acme
    const { objects } = server.dependencies
    const real = objects.putFile.bind(objects)
    let swept = 0
    const sweeping: ObjectStore['putFile'] = async (...args) => {
      await real(...args)
      const { removed } = await sweepOrphans(parts(), tenantId)
      swept += 1 + removed * 1_000
    }
    objects.putFile = sweeping
    try {
      const { binaryId } = await upload()
      expect(swept).toBe(1)
      const original = { params: { binaryId }, query: { imageSize: 'original' } }
      expect((await server.call(contract.binary.getBinaryContent, original)).status).toBe(200)
    } finally {
      objects.putFile = real
    }
  })

  it('is not removed where they are so many that the database may be a copy behind its files', async () => {
    const { tenantId } = server.nordic
    for (let count = 0; count < 101; count++) await put(`${tenantId}/${newId()}`)
    expect(await sweepOrphans(parts(ages.old), tenantId)).toEqual({ removed: 0, isRefused: true })
    expect(await sweepOrphans(parts(ages.old), tenantId, { all: true })).toEqual({ removed: 101, isRefused: false })
  })
})
