import { pipeline, type Readable } from 'node:stream'
import {
  maxReleaseBytes,
  maxReleaseFiles,
  type ReleaseStatement,
  releaseStatementSchema,
} from '@pim/contract/sections/schemas.ts'
import { extract } from 'tar-stream'
import { Problem } from '../../core/problem.ts'
import {
  buildOf,
  type FileOfBuild,
  listName,
  NoBuild,
  notOfTheRelease,
  readAtMost,
  type SectionBuild,
  sha256,
} from './section-build.ts'

/** Tells that the bytes stopped coming from what is wrong with them, which the reader of archives throws without a code. */
const isOfTheLine = (cause: unknown): boolean => cause instanceof Problem || (cause instanceof Error && 'code' in cause)

/** Room for the headers of the archive, and for what is said of the release. */
const headerBytes = 1_024
export const maxArchiveBytes = maxReleaseBytes + maxReleaseFiles * headerBytes * 2
const maxStatementBytes = 64 * 1_024
const maxPathLength = 300
const place = 'the archive'

export interface ArchivedBuild {
  readonly build: SectionBuild
  /** Undefined where the archive says nothing of the release. */
  readonly statement: ReleaseStatement | undefined
}

/**
 * Reads a tar archive of a build while it arrives: each file is hashed with its last byte, and nothing is written anywhere. Throws
 * `NoBuild` for what is no build, and for names that lead out of it.
 */
export async function readBuildArchive(stream: Readable): Promise<ArchivedBuild> {
  const archive = extract()
  pipeline(stream, archive, () => undefined)
  const files = new Map<string, FileOfBuild>()
  let statement: ReleaseStatement | undefined
  let left = maxReleaseBytes
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      // Defence 331
      if (type !== 'file') throw new NoBuild(`${name} in ${place} is a link or no file at all`)
      // Defence 331
      if (!isInside(name)) throw new NoBuild(`${name} in ${place} is no name of a file of a build`)
      if (files.has(name)) throw new NoBuild(`${name} is in ${place} twice`)
      if (files.size === maxReleaseFiles) throw new NoBuild(`${place} has more than ${maxReleaseFiles} files`)
      const bytes = await readAtMost(entry, name === listName ? maxStatementBytes : left)
      // Defence 332
      if (bytes === undefined) throw new NoBuild(`The files in ${place} have more than ${maxReleaseBytes} bytes`)
      if (name === listName) statement = statementOf(bytes)
      if (notOfTheRelease.has(name)) continue
      left -= bytes.length
      files.set(name, { path: name, sha256: sha256(bytes), byteSize: bytes.length, bytes })
    }
  } catch (cause) {
    if (cause instanceof NoBuild || isOfTheLine(cause)) throw cause
    throw new NoBuild('The archive is not whole, or no tar archive', { cause })
  }
  const build = buildOf(place, [...files.values()])
  if (statement !== undefined && (statement.section !== build.section || statement.release !== build.release))
    throw new NoBuild(
      `The files in ${place} are not those of the release that ${listName} names: they were changed on the way`,
    )
  return { build, statement }
}

/** A path below the folder of the release, as it is written in addresses. */
const isInside = (path: string): boolean =>
  path.length <= maxPathLength &&
  /^[^\\\p{Cc}]+$/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

function statementOf(bytes: Buffer): ReleaseStatement {
  try {
    return releaseStatementSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new NoBuild(`${listName} in ${place} does not say what the release is`, { cause })
  }
}
