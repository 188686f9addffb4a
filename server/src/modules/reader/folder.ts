import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataInUse, type DataLock, lockData } from '../../platform/embedded-database/data-lock.ts'
import { layout, recipe } from './file/recipe.ts'

/** Servers of one machine that may have their data in one folder. */
const mostServers = 64

export interface ReaderFolder {
  readonly path: string
  release(): void
}

/** The file of a tenant in the folder of a server. */
// Defence 391, without: export const fileIn = (folder: string, _tenantId: string): string => join(folder, `all.${layout}.${recipe}.sqlite`)
export const fileIn = (folder: string, tenantId: string): string =>
  join(folder, `${tenantId}.${layout}.${recipe}.sqlite`)

/** Those of the tenant that are of other recipes, and can be asked; the latest recipe first. */
export async function otherFilesIn(folder: string, tenantId: string): Promise<string[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const { end, ...file } = partsOf(name)
    const isAsked = file.tenantId === tenantId && file.layout === layout && end === ''
    return isAsked && file.recipe !== recipe ? [{ path: join(folder, name), recipe: file.recipe }] : []
  })
  return found.sort((one, other) => other.recipe - one.recipe).map(({ path }) => path)
}

function partsOf(name: string) {
  const [, tenantId, ofLayout, ofRecipe, end] = /^([0-9a-f-]{36})(?:\.(\d+))?\.(\d+)\.sqlite(.*)$/.exec(name) ?? []
  return { tenantId, layout: Number(ofLayout), recipe: Number(ofRecipe), end }
}

/**
 * A folder for the files of this process alone; the next server that starts in the data folder finds the files that one before has left.
 * Those of folders that no server has are removed: nobody would take out of them what is erased.
 */
export async function openReaderFolder(dataFolder: string): Promise<ReaderFolder> {
  for (let number = 1; ; number += 1) {
    const path = join(dataFolder, `lists-${number}`)
    await mkdir(path, { recursive: true, mode: 0o700 })
    const lock = await lockOf(path)
    if (lock === undefined && number < mostServers) continue
    if (lock === undefined) throw new DataInUse(`There are ${mostServers} servers with their data in ${dataFolder}.`)
    for (const other of await readerFoldersIn(dataFolder)) if (other !== path) await clear(other)
    return { path, release: () => lock.release() }
  }
}

/** Of all servers that have or had their data there. */
export async function readerFoldersIn(dataFolder: string): Promise<string[]> {
  const names = await readdir(dataFolder).catch(() => [])
  return names.filter((name) => /^lists-\d+$/.test(name)).map((name) => join(dataFolder, name))
}

/** Removes a file with what SQLite has beside it. */
export async function removeFile(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
}

/** Removes the files of a folder that are of no tenant in `tenantIds`, or of another layout. */
export async function sweepFolder(folder: string, tenantIds: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = partsOf(name)
    if (file.tenantId !== undefined && (!tenantIds.has(file.tenantId) || file.layout !== layout))
      await rm(join(folder, name), { force: true })
  }
}

async function clear(folder: string): Promise<void> {
  const lock = await lockOf(folder)
  if (lock === undefined) return
  await sweepFolder(folder, new Set())
  lock.release()
}

async function lockOf(folder: string): Promise<DataLock | undefined> {
  try {
    return await lockData(folder)
  } catch (error) {
    if (error instanceof DataInUse) return undefined
    throw error
  }
}
