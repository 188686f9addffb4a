import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Builds whose hashed files are kept: a page that was opened before a deploy still loads files of its own release. */
const maxReleases = 3
const listName = 'releases.json'
const listSchema = z.array(z.array(z.string()))

/** Copies the hashed files of earlier builds into a new one, and writes the list of builds. */
export async function keepHashedFiles(earlier: string, next: string): Promise<void> {
  const newest = await hashedFiles(next)
  const before = await buildsIn(earlier)
  const kept = [newest, ...before.filter((names) => !sameNames(names, newest))].slice(0, maxReleases)
  const present = new Set(newest)
  for (const name of kept.flat().filter((each) => !present.has(each))) {
    await cp(join(earlier, name), join(next, name)).catch(() => {})
  }
  await writeFile(join(next, listName), JSON.stringify(kept))
}

/**
 * Puts a new build in the place of the one that servers read. Between the two renames nothing is there, for some
 * microseconds: a server that looks just then looks once more.
 */
export async function replaceBuild(dist: string, next: string, aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true })
  await mkdir(dirname(aside), { recursive: true })
  const existed = await rename(dist, aside).then(
    () => true,
    () => false,
  )
  try {
    await rename(next, dist)
  } catch (error) {
    if (existed) await rename(aside, dist)
    throw error
  }
  await rm(aside, { recursive: true, force: true })
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

/** The lists of files of the builds that a folder holds; none where there is no build yet. */
async function buildsIn(folder: string): Promise<string[][]> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => '[]')
  const list = listSchema.safeParse(JSON.parse(text))
  if (list.success && list.data.length > 0) return list.data
  const names = await hashedFiles(folder)
  return names.length > 0 ? [names] : []
}
