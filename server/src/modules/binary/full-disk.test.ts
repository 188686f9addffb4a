import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const megabyte = 2 ** 20

/** A disk of 2 MB; undefined where this process may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pim-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    console.info('skipped, as this process may not mount a small disk')
    return undefined
  }
}

const disk = smallDisk()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  if (disk === undefined) return
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

describe.skipIf(disk === undefined)('a store whose disk is full', () => {
  it('refuses the upload with 507, keeps nothing of it, and takes what fits', async () => {
    const node = await server.anotherNode({ objects: disk ?? '' })
    const upload = (bytes: number) =>
      node.call(contract.binary.uploadBinary, { file: new Blob(['x'.repeat(bytes)]), fileName: 'note.txt' })
    const { status, problem } = await upload(3 * megabyte)
    expect([status, problem?.code]).toEqual([507, 'STORAGE_FULL'])
    const { bavail, bsize } = statfsSync(disk ?? '')
    expect(bavail * bsize).toBeGreaterThan(1.9 * megabyte)
    const taken = await upload(megabyte)
    expect(taken.status).toBe(200)
    const entries = await readdir(disk ?? '', { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile())).toHaveLength(1)
  })
})
