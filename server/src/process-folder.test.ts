import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@rstest/core'
import { openProcessFolder } from './process-folder.ts'

const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, '_')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-process-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('removes the temporary folders of processes that were killed, and of nobody who may be alive', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const old = new Date(Date.now() - 25 * 3_600_000)
  const killed = [`.process-${machine}-${dead}-abcdef`, `.process-${machine}-${process.pid}-abcdef`]
  const alive = [`.process-${machine}-${process.ppid}-abcdef`, '.process-elsewhere-1-abcdef']
  const silent = ['.process-elsewhere-2-abcdef', '.process-abcdef']
  for (const name of [...killed, ...alive, ...silent, 'binaries']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'part'), 'x')
  }
  for (const name of [...silent, alive[0] ?? '']) await utimes(join(folder, name), old, old)
  const { path, close } = await openProcessFolder(folder)
  expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
    [...[...alive, 'binaries'].map((name) => join(folder, name)), path].sort(),
  )
  await close()
  expect((await readdir(folder)).sort()).toEqual([...alive, 'binaries'].sort())
})
