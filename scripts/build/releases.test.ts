import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { sectionsIn } from '../../server/src/platform/sections/index.ts'
import { keepHashedFiles, replaceBuild } from './releases.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pim-builds-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const dist = () => join(root, 'remote-media', 'dist')
const next = () => join(root, 'next')
const description = (position: number) =>
  JSON.stringify({ name: 'media', shellContract: '^1.0.0', paths: ['/media-items'], position })

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

describe('a build that replaces another one', () => {
  it('is what servers read from then on, and no server is without the section meanwhile', async () => {
    await write(dist(), { 'remote.json': description(0) })
    let clock = 0
    // Each time is past the second for which the server keeps what it read.
    const now = () => {
      clock += 1_000
      return clock
    }
    const sections = sectionsIn({ root, now })
    const missed: number[] = []
    let isOver = false
    const reader = (async () => {
      while (!isOver) if ((await sections()).length !== 1) missed.push(clock)
    })()
    for (let build = 1; build <= 50; build++) {
      await write(next(), { 'remote.json': description(build) })
      await replaceBuild(dist(), next(), join(root, 'aside'))
    }
    isOver = true
    await reader
    expect(missed).toEqual([])
    expect(await sections()).toMatchObject([{ name: 'media', position: 50 }])
    expect((await readdir(root)).sort()).toEqual(['remote-media'])
  })

  it('keeps the hashed files of the two builds before it', async () => {
    await mkdir(join(root, 'remote-media'))
    for (const build of ['1', '2', '3', '4']) {
      await write(next(), { [`assets/${build}.js`]: build, 'remote.json': description(0) })
      await keepHashedFiles(dist(), next())
      await replaceBuild(dist(), next(), join(root, 'aside'))
    }
    expect((await readdir(join(dist(), 'assets'))).sort()).toEqual(['2.js', '3.js', '4.js'])
    expect(await readFile(join(dist(), 'assets', '2.js'), 'utf8')).toBe('2')
  })
})
