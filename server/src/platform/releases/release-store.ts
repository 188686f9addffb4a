import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import { remoteDescriptionSchema, sectionStringsSchema } from '../sections/description.ts'
import type { Release } from './release.repository.ts'

/** A file of a build with the hash that it is served by. */
const fileSchema = z.object({ path: z.string(), sha256: z.string(), byteSize: z.number().int() })
export type ReleaseFile = z.infer<typeof fileSchema>

const listSchema = z.object({
  section: z.string(),
  description: remoteDescriptionSchema,
  strings: sectionStringsSchema,
  files: z.array(fileSchema),
  storedAt: z.string(),
})

/** A build of a section with all its bytes. */
export interface SectionBuild extends Release {
  readonly files: readonly (ReleaseFile & { readonly bytes: Buffer })[]
}

/** A build that is no section's, or not whole; the message is for whoever deploys. */
export class NoBuild extends Error {
  override readonly name = 'NoBuild'
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const listName = 'release.json'
/** Written by the build of the tree for itself. */
const notOfTheRelease = new Set(['releases.json', 'mf-stats.json', listName])
const maxListBytes = 4 * 2 ** 20

/** The hash of the names and hashes of all files: two builds with the same files are one release. */
export const releaseIdOf = (files: readonly Pick<ReleaseFile, 'path' | 'sha256'>[]): string =>
  sha256(
    files
      .map(({ path, sha256: hash }) => `${hash} ${path}\n`)
      .sort()
      .join(''),
  )

/** Reads the folder that the build of a section has written. */
export async function readBuild(folder: string): Promise<SectionBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !notOfTheRelease.has(path))
  for (const needed of ['remote.json', 'mf-manifest.json'])
    if (!paths.includes(needed)) throw new NoBuild(`${folder} is no build of a section: it has no ${needed}`)
  const earlier = await filesOfEarlierBuilds(folder)
  const files = await Promise.all(
    paths
      .filter((path) => !earlier.has(path))
      .map(async (path) => {
        const bytes = await readFile(join(folder, path))
        return { path, sha256: sha256(bytes), byteSize: bytes.length, bytes }
      }),
  )
  const json = (path: string): unknown => {
    const bytes = files.find((file) => file.path === path)?.bytes
    return bytes === undefined ? {} : JSON.parse(bytes.toString('utf8'))
  }
  const description = remoteDescriptionSchema.parse(json('remote.json'))
  const strings = sectionStringsSchema.parse(json('strings.json'))
  return { section: description.name, release: releaseIdOf(files), description, strings, files }
}

/** A build of the tree keeps hashed files of the ones before it, which are no part of this release. */
async function filesOfEarlierBuilds(folder: string): Promise<Set<string>> {
  const text = await readFile(join(folder, 'releases.json'), 'utf8').catch(() => '[]')
  const [newest = [], ...before] = z.array(z.array(z.string())).parse(JSON.parse(text))
  const own = new Set(newest)
  return new Set(before.flat().filter((path) => !own.has(path)))
}

/** Thrown for bytes that are not those that were deployed. */
export class ReleaseDamaged extends Error {
  override readonly name = 'ReleaseDamaged'
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>

/** Releases in a folder or a bucket: `<section>/<release>/<hash of a file>`, and the list of the files, written last. */
export function createReleaseStore(objects: ObjectStore) {
  const listKey = (section: string, release: string) => `${section}/${release}/${listName}`
  const put = (key: string, bytes: Buffer, contentType: string) =>
    objects.put(key, Readable.from([bytes]), { contentType, byteSize: bytes.length })

  return {
    async store({ section, release, description, strings, files }: SectionBuild): Promise<void> {
      for (const { sha256: hash, bytes } of files)
        await put(`${section}/${release}/${hash}`, bytes, 'application/octet-stream')
      const list = {
        section,
        description,
        strings,
        files: files.map(({ path, sha256: hash, byteSize }) => ({ path, sha256: hash, byteSize })),
        storedAt: new Date().toISOString(),
      }
      await put(listKey(section, release), Buffer.from(JSON.stringify(list)), 'application/json')
    },

    /** Undefined where there is none. Throws `ReleaseDamaged` for a list that is not the one that gave the release its name. */
    async files(section: string, release: string): Promise<readonly ReleaseFile[] | undefined> {
      const bytes = await read(objects, listKey(section, release), maxListBytes)
      if (bytes === undefined) return undefined
      let list: z.infer<typeof listSchema>
      try {
        list = listSchema.parse(JSON.parse(bytes.toString('utf8')))
      } catch (cause) {
        throw new ReleaseDamaged('the list of its files cannot be read', { cause })
      }
      if (releaseIdOf(list.files) !== release) throw new ReleaseDamaged('the list of its files was changed')
      return list.files
    },

    /** Throws `ReleaseDamaged` where the bytes are not those of the hash. */
    async bytes(section: string, release: string, file: ReleaseFile): Promise<Buffer> {
      const bytes = await read(objects, `${section}/${release}/${file.sha256}`, file.byteSize)
      if (bytes === undefined) throw new ReleaseDamaged(`${file.path} is not there`)
      if (bytes.length !== file.byteSize || sha256(bytes) !== file.sha256)
        throw new ReleaseDamaged(`${file.path} was changed`)
      return bytes
    },

    /** The list first, so that nobody reads a release of which a part is gone. */
    async remove(section: string, release: string): Promise<void> {
      await objects.delete(listKey(section, release))
      const keys: string[] = []
      for await (const { key } of objects.list(`${section}/${release}/`)) keys.push(key)
      for (const key of keys) await objects.delete(key)
    },
  }
}

async function read(objects: ObjectStore, key: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    const { stream, byteSize } = await objects.get(key)
    if (byteSize > maxBytes) {
      stream.destroy()
      throw new ReleaseDamaged(`${key} is larger than it was`)
    }
    return await buffer(stream)
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}
