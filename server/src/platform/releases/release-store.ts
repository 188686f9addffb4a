import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import { remoteDescriptionSchema, sectionStringsSchema } from '../sections/description.ts'
import { fileSchema, listName, type ReleaseFile, releaseIdOf, type SectionBuild, sha256 } from './section-build.ts'

const maxListBytes = 4 * 2 ** 20

const listSchema = z.object({
  section: z.string(),
  description: remoteDescriptionSchema,
  strings: sectionStringsSchema,
  files: z.array(fileSchema),
  storedAt: z.string(),
})

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
