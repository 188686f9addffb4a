import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** A page that was opened before a deploy goes on asking for its own code: this many builds stay at hand. */
const releasesKept = 3
const listName = 'releases.json'
const listSchema = z.array(z.array(z.string()))

export interface SetAside {
  /** The new build stands: what only earlier ones had goes beside it, with a note of which build had what. */
  keepBeside(): Promise<void>
  /** There is no new build: the one before is put back. */
  putBack(): Promise<void>
}

/** Moves a build out of the bundler's way; a server that is running has it in memory and does not notice. */
export async function setAside(dist: string, place: string): Promise<SetAside> {
  await rm(place, { recursive: true, force: true })
  await mkdir(dirname(place), { recursive: true })
  const had = await rename(dist, place).then(
    () => true,
    () => false,
  )
  return {
    async keepBeside() {
      const newest = await hashedFiles(dist)
      const before = had ? await releasesIn(place) : []
      const kept = [newest, ...before.filter((names) => !sameNames(names, newest))].slice(0, releasesKept)
      const have = new Set(newest)
      for (const name of kept.flat().filter((each) => !have.has(each))) {
        await cp(join(place, name), join(dist, name)).catch(() => {})
      }
      await writeFile(join(dist, listName), JSON.stringify(kept))
      await rm(place, { recursive: true, force: true })
    },
    async putBack() {
      if (!had) return
      await rm(dist, { recursive: true, force: true })
      await rename(place, dist)
    },
  }
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length

/** Only these may be kept: a hash in the name says that they never change. */
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
