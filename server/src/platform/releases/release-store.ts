import { createHash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
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

/** Much more than any build has, and less than what a server or a store would suffer from. */
const maxFiles = 5_000
const maxBuildBytes = 256 * 2 ** 20

/**
 * Reads the folder that the build of a section has written: each file once, so that what is hashed is what is stored. Throws
 * `NoBuild` for a folder that is none, for links, which could lead anywhere, and for files of two builds.
 */
export async function readBuild(folder: string): Promise<SectionBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const pathOf = (entry: Dirent) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd !== undefined) throw new NoBuild(`${pathOf(odd)} in ${folder} is a link or no file at all`)
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .filter((path) => !notOfTheRelease.has(path))
  for (const needed of ['remote.json', 'mf-manifest.json'])
    if (!paths.includes(needed)) throw new NoBuild(`${folder} is no build of a section: it has no ${needed}`)
  const earlier = await filesOfEarlierBuilds(folder)
  const own = paths.filter((path) => !earlier.has(path))
  if (own.length > maxFiles) throw new NoBuild(`${folder} has more than ${maxFiles} files`)
  const files: SectionBuild['files'][number][] = []
  let left = maxBuildBytes
  for (const path of own) {
    const bytes = await readAtMost(join(folder, path), left)
    if (bytes === undefined) throw new NoBuild(`The files in ${folder} have more than ${maxBuildBytes} bytes`)
    left -= bytes.length
    files.push({ path, sha256: sha256(bytes), byteSize: bytes.length, bytes })
  }
  const json = (path: string): unknown => {
    const bytes = files.find((file) => file.path === path)?.bytes
    try {
      return bytes === undefined ? {} : JSON.parse(bytes.toString('utf8'))
    } catch {
      throw new NoBuild(`${path} in ${folder} is not JSON`)
    }
  }
  requireOneBuild(files, manifestSchema.safeParse(json('mf-manifest.json')).data?.integrity ?? {})
  const description = remoteDescriptionSchema.parse(json('remote.json'))
  if (!sectionName.test(description.name)) throw new NoBuild(`${description.name} is no name of a section`)
  const strings = sectionStringsSchema.parse(json('strings.json'))
  return { section: description.name, release: releaseIdOf(files), description, strings, files }
}

/** Names are parts of keys and of addresses. */
const sectionName = /^[a-z][a-z0-9-]*$/

const manifestSchema = z.object({ integrity: z.record(z.string(), z.string()).optional() })

/** A file that was replaced between the reading of two others has not the hash that the manifest has of it. */
function requireOneBuild(files: readonly ReleaseFile[], integrity: Readonly<Record<string, string>>): void {
  for (const [path, hash] of Object.entries(integrity)) {
    const file = files.find((each) => each.path === path)
    if (file !== undefined && hash === `sha256-${Buffer.from(file.sha256, 'hex').toString('base64')}`) continue
    throw new NoBuild(
      `${path} is ${file === undefined ? 'missing' : 'not the file that was built with the manifest: it was changed, or is of another build'}`,
    )
  }
}

/** Undefined where the file has more, also where it grows while it is read. */
async function readAtMost(path: string, byteSize: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > byteSize) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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

/** What lies in the store under a key. */
export interface ReleaseObject {
  readonly key: string
  readonly mimeType: string
  readonly byteSize: number
  readonly sha256: string
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

    /**
     * The objects that a release consists of. Where its list is not the one that gave it its name, only the list, with a hash that
     * no bytes have: a copy then tells the list as missing or damaged.
     */
    async objectsOf(section: string, release: string): Promise<ReleaseObject[]> {
      const key = listKey(section, release)
      const list = await read(objects, key, maxListBytes).catch(asDamaged)
      const files = await this.files(section, release).catch(asDamaged)
      const mimeType = 'application/json'
      if (list === undefined || files === undefined) return [{ key, mimeType, byteSize: 0, sha256: '' }]
      return [
        // The list last, as when it is stored.
        ...new Map(
          files.map(({ sha256: hash, byteSize }) => [
            hash,
            { key: `${section}/${release}/${hash}`, mimeType: 'application/octet-stream', byteSize, sha256: hash },
          ]),
        ).values(),
        { key, mimeType, byteSize: list.length, sha256: sha256(list) },
      ]
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

function asDamaged(error: unknown): undefined {
  if (!(error instanceof ReleaseDamaged)) throw error
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
