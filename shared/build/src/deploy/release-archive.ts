import { createHash, createPrivateKey, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type ReleaseStatement, signedText } from '@pim/contract/sections/schemas.ts'
import { z } from 'zod'
import { type BuildToDeploy, CannotDeploy } from './installation.ts'

const listName = 'release.json'
/** Written by the build of the workspace for itself, and by the bundler for its own reports. */
const notOfTheRelease = new Set(['releases.json', 'mf-stats.json', listName])

interface FileOfBuild {
  readonly path: string
  readonly bytes: Buffer
}

/** A build as it is sent: a tar archive of its files, and what they are and where they come from, signed by the key. */
export function archiveOf({ section, folder, origin }: BuildToDeploy, key: string): Buffer {
  const files = filesOf(folder)
  const unsigned = { section, release: releaseIdOf(files), origin }
  const statement: ReleaseStatement = {
    ...unsigned,
    signature: sign(null, Buffer.from(signedText(unsigned)), signingKeyOf(key)).toString('base64'),
  }
  return Buffer.concat([
    ...[{ path: listName, bytes: Buffer.from(JSON.stringify(statement)) }, ...files].flatMap(entryOf),
    Buffer.alloc(2 * blockBytes),
  ])
}

function filesOf(folder: string): FileOfBuild[] {
  if (!existsSync(join(folder, 'remote.json')))
    throw new CannotDeploy(`${folder} is no build of a section: build it first`)
  const earlier = filesOfEarlierBuilds(folder)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
      if (!entry.isFile()) throw new CannotDeploy(`${path} in ${folder} is a link or no file at all`)
      return path
    })
    .filter((path) => !notOfTheRelease.has(path) && !earlier.has(path))
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
}

/** A build of the workspace keeps hashed files of the ones before it, which are no part of this release. */
function filesOfEarlierBuilds(folder: string): Set<string> {
  const list = join(folder, 'releases.json')
  if (!existsSync(list)) return new Set()
  const [newest = [], ...before] = z.array(z.array(z.string())).parse(JSON.parse(readFileSync(list, 'utf8')))
  const own = new Set(newest)
  return new Set(before.flat().filter((path) => !own.has(path)))
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** The id of the release, as the server computes it: the hash of the names and hashes of all files. */
const releaseIdOf = (files: readonly FileOfBuild[]): string =>
  sha256(
    files
      .map(({ path, bytes }) => `${sha256(bytes)} ${path}\n`)
      .sort()
      .join(''),
  )

/** DER before the 32 bytes that an Ed25519 key is made from (RFC 8410). */
const privateKeyStart = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Follows from the deploy key, of which the server keeps the public half and a hash alone. */
function signingKeyOf(key: string) {
  const seed = createHash('sha256').update(`pim release signature\n${key}`).digest()
  return createPrivateKey({ key: Buffer.concat([privateKeyStart, seed]), format: 'der', type: 'pkcs8' })
}

const blockBytes = 512

/** A file of a tar archive (ustar): its header, its bytes, and zeros to the next block. */
function entryOf({ path, bytes }: FileOfBuild): Buffer[] {
  const [name, prefix] = nameFields(path)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  // The same time for every file: an archive of the same files is the same.
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)]
}

/** A long path is in two fields, which a slash separates. */
function nameFields(path: string): [name: string, prefix: string] {
  if (Buffer.byteLength(path) <= 100) return [path, '']
  const at = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 0 || Buffer.byteLength(name) > 100 || Buffer.byteLength(prefix) > 155)
    throw new CannotDeploy(`${path} is too long for the name of a file`)
  return [name, prefix]
}
