import type { UploadedRelease } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { DeployKeyGrant } from '../../http/context.ts'
import type { Upload } from '../../http/upload.ts'
import {
  type ArchivedBuild,
  isSigned,
  languagesWithout,
  maxArchiveBytes,
  NoBuild,
  type ReleaseStore,
  readBuildArchive,
} from '../../platform/releases/index.ts'
import type { Deployments } from './deployments.ts'

/** An archive of 64 MB takes less on any line that a build is deployed over. */
const uploadMs = 120_000

export interface ReleaseUploadParts {
  readonly deployments: Pick<Deployments, 'check' | 'keep' | 'sweep'>
  readonly store: ReleaseStore
}

export interface ReleaseUpload {
  readonly section: string
  readonly upload: Upload
  /** The author, in words of the list. */
  readonly by: string
  /** Undefined: a person who runs the installation. */
  readonly key: DeployKeyGrant | undefined
  /** Keeps nothing. */
  readonly isCheck: boolean
}

/** Takes builds that are sent to the server, and puts them into the store. Nobody gets them by that. */
export function createReleaseUploads({ deployments, store }: ReleaseUploadParts) {
  /** A build is held in memory until it is stored, so one is read after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  const take = async ({ section, upload, by, key, isCheck }: ReleaseUpload): Promise<UploadedRelease> => {
    const { build, statement } = await readUpload(upload)
    // Defence 333
    if (build.section !== section)
      throw new Problem('BUILD_INVALID', { message: `The archive is a build of ${build.section}, not of ${section}.` })
    // Defence 335, without: const isOfKey = true
    const isOfKey = statement !== undefined && key !== undefined && isSigned(statement, key.publicKey)
    if (key !== undefined && !isOfKey)
      throw new Problem('BUILD_INVALID', { message: 'The list of its files is not signed by this key.' })
    await deployments.check(build)
    if (!isCheck) {
      await store.store(build)
      await deployments.keep(build, {
        by,
        origin: statement?.origin,
        ...(key !== undefined && { signature: { deployKeyId: key.deployKeyId, text: statement?.signature ?? '' } }),
      })
      for (const release of await deployments.sweep(section)) await store.remove(section, release)
    }
    return {
      section,
      release: build.release,
      fileCount: build.files.length,
      byteSize: build.files.reduce((sum, { byteSize }) => sum + byteSize, 0),
      languagesWithout: languagesWithout(build),
    }
  }

  return { take: (request: ReleaseUpload) => inTurn(() => take(request)) }
}

async function readUpload(upload: Upload): Promise<ArchivedBuild> {
  const part = await upload.file(maxArchiveBytes)
  if (part === undefined) throw new Problem('UPLOAD_INVALID')
  const tooSlow = new Problem('UPLOAD_INVALID', { message: 'The archive took too long to arrive.' })
  const timer = setTimeout(() => part.stream.destroy(tooSlow), uploadMs)
  try {
    return await readBuildArchive(part.stream)
  } catch (error) {
    if (part.stream.truncated) throw new Problem('PAYLOAD_TOO_LARGE')
    if (error instanceof NoBuild) throw new Problem('BUILD_INVALID', { message: error.message, cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    part.stream.resume()
  }
}
