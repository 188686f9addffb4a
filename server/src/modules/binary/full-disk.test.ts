import { statfsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { openSmallDisk } from '../../../testing/small-disk.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const megabyte = 2 ** 20

const disk = openSmallDisk(2)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  disk?.remove()
})

describe.skipIf(disk === undefined)('a store whose disk is full', () => {
  it('refuses the upload with 507, keeps nothing of it, and takes what fits', async () => {
    const node = await server.anotherNode({ objects: disk?.folder ?? '' })
    const upload = (bytes: number) =>
      node.call(contract.binary.uploadBinary, { file: new Blob(['x'.repeat(bytes)]), fileName: 'note.txt' })
    const { status, problem } = await upload(3 * megabyte)
    expect([status, problem?.code]).toEqual([507, 'STORAGE_FULL'])
    const { bavail, bsize } = statfsSync(disk?.folder ?? '')
    expect(bavail * bsize).toBeGreaterThan(1.9 * megabyte)
    const taken = await upload(megabyte)
    expect(taken.status).toBe(200)
    const entries = await readdir(disk?.folder ?? '', { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile())).toHaveLength(1)
  })
})
