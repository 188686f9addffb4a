import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Builds whose hashed files are kept: a page that was opened before a deploy still loads files of its own release. */
const maxReleases = 3
const listName = 'releases.json'
const listSchema = z.array(z.array(z.string()))

export interface AsideBuild {
  /** After a successful build: copies the hashed files of earlier releases into it, and writes the list of releases. */
  copyHashedFiles(): Promise<void>
  /** After a failed build: moves the earlier build back. */
  restore(): Promise<void>
}

/** Moves a build to another folder while the bundler writes a new one. A running server has its files in memory. */
export async function moveBuildAside(dist: string, place: string): Promise<AsideBuild> {
  await rm(place, { recursive: true, force: true })
  await mkdir(dirname(place), { recursive: true })
  const existed = await rename(dist, place).then(
    () => true,
    () => false,
  )
  return {
    async copyHashedFiles() {
      const newest = await hashedFiles(dist)
      const before = existed ? await releasesIn(place) : []
      const kept = [newest, ...before.filter((names) => !sameNames(names, newest))].slice(0, maxReleases)
      const present = new Set(newest)
      for (const name of kept.flat().filter((each) => !present.has(each))) {
        await cp(join(place, name), join(dist, name)).catch(() => {})
      }
      await writeFile(join(dist, listName), JSON.stringify(kept))
      await rm(place, { recursive: true, force: true })
    },
    async restore() {
      if (!existed) return
      await rm(dist, { recursive: true, force: true })
      await rename(place, dist)
    },
  }
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length

/** The files with a hash in their name, which never change; only these are kept. */
async function hashedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function releasesIn(folder: string): Promise<string[][]> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => '[]')
  const list = listSchema.safeParse(JSON.parse(text))
  return list.success && list.data.length > 0 ? list.data : [await hashedFiles(folder)]
}
