import { createHash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { maxReleaseBytes, maxReleaseFiles } from '@pim/contract/sections/schemas.ts'
import { z } from 'zod'
import { remoteDescriptionSchema, sectionStringsSchema } from '../sections/description.ts'
import type { Release } from './release.repository.ts'

/** A file of a build with the hash that it is served by. */
export const fileSchema = z.object({ path: z.string(), sha256: z.string(), byteSize: z.number().int() })
export type ReleaseFile = z.infer<typeof fileSchema>

/** A file with its bytes, which are hashed when they are read. */
export type FileOfBuild = ReleaseFile & { readonly bytes: Buffer }

/** A build of a section with all its bytes. */
export interface SectionBuild extends Release {
  readonly files: readonly FileOfBuild[]
}

/** A build that is no section's, or not whole; the message is for whoever deploys. */
export class NoBuild extends Error {
  override readonly name = 'NoBuild'
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
/** The list of files of a release in the store, and in an archive what is said of the release. */
export const listName = 'release.json'
/** Written by the build of the tree for itself. */
export const notOfTheRelease: ReadonlySet<string> = new Set(['releases.json', 'mf-stats.json', listName])

/** The hash of the names and hashes of all files: two builds with the same files are one release. */
export const releaseIdOf = (files: readonly Pick<ReleaseFile, 'path' | 'sha256'>[]): string =>
  sha256(
    files
      .map(({ path, sha256: hash }) => `${hash} ${path}\n`)
      .sort()
      .join(''),
  )

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
  requireParts(folder, paths)
  const earlier = await filesOfEarlierBuilds(folder)
  const own = paths.filter((path) => !earlier.has(path))
  if (own.length > maxReleaseFiles) throw new NoBuild(`${folder} has more than ${maxReleaseFiles} files`)
  const files: FileOfBuild[] = []
  let left = maxReleaseBytes
  for (const path of own) {
    const bytes = await readAtMost(createReadStream(join(folder, path)), left)
    if (bytes === undefined) throw new NoBuild(`The files in ${folder} have more than ${maxReleaseBytes} bytes`)
    left -= bytes.length
    files.push({ path, sha256: sha256(bytes), byteSize: bytes.length, bytes })
  }
  return buildOf(folder, files)
}

function requireParts(place: string, paths: readonly string[]): void {
  for (const needed of ['remote.json', 'mf-manifest.json'])
    if (!paths.includes(needed)) throw new NoBuild(`${place} is no build of a section: it has no ${needed}`)
}

/** The checks of all builds, whether a folder or an archive has their files. Throws `NoBuild` for what is none. */
export function buildOf(place: string, files: readonly FileOfBuild[]): SectionBuild {
  requireParts(
    place,
    files.map(({ path }) => path),
  )
  const json = (path: string): unknown => {
    const bytes = files.find((file) => file.path === path)?.bytes
    try {
      return bytes === undefined ? {} : JSON.parse(bytes.toString('utf8'))
    } catch {
      throw new NoBuild(`${path} in ${place} is not JSON`)
    }
  }
  const parsed = <T>(path: string, schema: z.ZodType<T>): T => {
    const read = schema.safeParse(json(path))
    if (!read.success) throw new NoBuild(`${path} in ${place} is not as it is to be: ${z.prettifyError(read.error)}`)
    return read.data
  }
  requireOneBuild(files, {
    ...manifestSchema.safeParse(json('mf-manifest.json')).data?.integrity,
    ...(files.some(({ path }) => path === integrityPath) && parsed(integrityPath, integritySchema)),
  })
  const description = parsed('remote.json', remoteDescriptionSchema)
  if (!sectionName.test(description.name)) throw new NoBuild(`${description.name} is no name of a section`)
  const strings = parsed('strings.json', sectionStringsSchema)
  return { section: description.name, release: releaseIdOf(files), description, strings, files }
}

/** Names are parts of keys and of addresses. */
const sectionName = /^[a-z][a-z0-9-]*$/

const integritySchema = z.record(z.string(), z.string())
const manifestSchema = z.object({ integrity: integritySchema.optional() })
/** The hashes of all files; builds of earlier releases have them in their manifest. */
const integrityPath = 'integrity.json'

/** A file that was replaced between the reading of two others has not the hash that the build has written of it. */
function requireOneBuild(files: readonly ReleaseFile[], integrity: Readonly<Record<string, string>>): void {
  for (const [path, hash] of Object.entries(integrity)) {
    const file = files.find((each) => each.path === path)
    if (file !== undefined && hash === `sha256-${Buffer.from(file.sha256, 'hex').toString('base64')}`) continue
    throw new NoBuild(
      `${path} is ${file === undefined ? 'missing' : 'not the file that was built with the manifest: it was changed, or is of another build'}`,
    )
  }
}

/** Undefined where there is more, also where it grows while it is read. */
export async function readAtMost(source: AsyncIterable<unknown>, byteSize: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
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
