import { type Archive, segmentPattern } from './archive.ts'
import { type Base, filesOfBase, namesOfBases, readBases, removeBase } from './base-copy.ts'

const dayMs = 86_400_000

export interface Pruned {
  readonly bases: number
  readonly segments: number
  readonly files: number
}

/**
 * Removes what no moment of the last days needs: base copies before the newest one that is older than these days, the log
 * before the first base copy that stays, and files that no base copy names and that are older than the first one. A file
 * that came and went between two base copies is named by none of them, and is younger than the one before.
 */
export async function pruneArchive(archive: Archive, days: number, now = Date.now()): Promise<Pruned> {
  const bases = await readBases(archive)
  const from = now - days * dayMs
  const first = bases.findLast(({ madeAt }) => Date.parse(madeAt) <= from) ?? bases[0]
  if (first === undefined) return { bases: 0, segments: 0, files: 0 }
  const kept = bases.slice(bases.indexOf(first))
  const old = bases.filter((base) => !kept.includes(base)).map(({ name }) => name)
  for (const name of [...old, ...(await cutOff(archive, bases, now))]) await removeBase(archive, name)
  return {
    bases: old.length,
    segments: await pruneLog(archive, kept),
    files: await pruneFiles(archive, kept, Date.parse(first.madeAt) - dayMs),
  }
}

/** Copies that were never finished; one that is a day old is not being written any more. */
async function cutOff(archive: Archive, whole: readonly Base[], now: number): Promise<string[]> {
  const known = new Set(whole.map(({ name }) => name))
  const dayAgo = new Date(now - dayMs).toISOString().replaceAll(/[:.]/g, '-')
  return (await namesOfBases(archive)).filter((name) => !known.has(name) && name < dayAgo)
}

/** The place in the log, without the timeline. */
const placeOf = (segment: string): string => segment.slice(8, 24)

async function pruneLog(archive: Archive, kept: readonly Base[]): Promise<number> {
  const first = kept.map(({ firstSegment }) => placeOf(firstSegment)).sort()[0] ?? ''
  const gone: string[] = []
  for await (const { key } of archive.store.list('wal/')) {
    const name = key.slice('wal/'.length)
    if (segmentPattern.test(name.slice(0, 24)) && placeOf(name) < first) gone.push(name)
  }
  for (const name of gone) await archive.wal.delete(name)
  return gone.length
}

/** `before` has a day to spare: a file is in the archive a while before its row is committed. */
async function pruneFiles(archive: Archive, kept: readonly Base[], before: number): Promise<number> {
  const named = new Set<string>()
  for (const { name } of kept) for await (const key of filesOfBase(archive, name)) named.add(key)
  const gone: string[] = []
  for await (const { key, storedAt } of archive.store.list('files/')) {
    const name = key.slice('files/'.length)
    if (!named.has(name) && storedAt.getTime() < before) gone.push(name)
  }
  for (const name of gone) await archive.files.delete(name)
  return gone.length
}
