import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { checkFoundKey, checkKey, checkPrefix, ObjectMissing, type ObjectStore } from './object-store.ts'

export interface S3Place {
  readonly bucket: string
  readonly prefix: string
  readonly client: S3ClientConfig
}

/**
 * Parses `s3://bucket/prefix?region=…&endpoint=…`. Credentials come from the usual sources of the AWS client
 * (environment, role of the machine), or from user and password in the URL. `pathStyle=1` is for servers without bucket
 * host names.
 */
export function parseS3Url(text: string): S3Place {
  const url = new URL(text)
  const endpoint = url.searchParams.get('endpoint')
  return {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/|\/$/g, ''),
    client: {
      region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
      ...(endpoint && { endpoint }),
      ...(url.searchParams.get('pathStyle') === '1' && { forcePathStyle: true }),
      ...(url.username && {
        credentials: {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        },
      }),
      // Other stores with the S3 API refuse the checksums that newer clients add by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  }
}

/** Stores objects in a bucket. The client is a large library, so it is imported at the first use. */
export function openS3Store({ bucket, prefix, client: settings }: S3Place): ObjectStore {
  const placeOf = (key: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key })
  const place = (key: string) => placeOf(checkKey(key))
  let loading: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const load = () => {
    loading ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: new s3.S3Client(settings) }))
    return loading
  }

  const store: ObjectStore = {
    putFile: (key, path, details) => store.put(key, createReadStream(path), details),

    async put(key, bytes, { contentType, byteSize, signal }) {
      const where = place(key)
      const { client } = await load()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const upload = new Upload({
        client,
        params: {
          ...where,
          Body: Readable.from(withSize(bytes, byteSize), { objectMode: false }),
          ContentType: contentType,
        },
        // Two parts at a time limit the memory. The library deletes the parts of a failed upload.
        partSize: 8 * 2 ** 20,
        queueSize: 2,
      })
      const abort = () => {
        bytes.destroy()
        upload.abort().catch(() => {})
      }
      if (signal?.aborted) abort()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        await upload.done()
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },

    async get(key, range) {
      const { s3, client } = await load()
      const answer = await client
        .send(
          new s3.GetObjectCommand({
            ...placeOf(checkFoundKey(key)),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        .catch(missing)
      if (!(answer.Body instanceof Readable) || answer.ContentLength === undefined)
        throw new Error('the object store answered without bytes')
      return { stream: answer.Body, byteSize: answer.ContentLength }
    },

    async exists(key) {
      const { s3, client } = await load()
      try {
        await client.send(new s3.HeadObjectCommand(place(key)))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async delete(key) {
      const { s3, client } = await load()
      await client.send(new s3.DeleteObjectCommand(placeOf(checkFoundKey(key))))
    },

    async *list(begin) {
      const { s3, client } = await load()
      const above = prefix ? `${prefix}/` : ''
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: above + checkPrefix(begin) })
      for await (const { Contents = [] } of pages) {
        for (const { Key, Size = 0, LastModified } of Contents) {
          if (Key && LastModified) yield { key: Key.slice(above.length), byteSize: Size, storedAt: LastModified }
        }
      }
    },
  }
  return store
}

/**
 * Passes the bytes on, and fails at the end where there were not `byteSize` of them, so that the upload is not
 * completed.
 */
async function* withSize(bytes: Readable, byteSize: number | undefined): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    yield chunk
  }
  if (byteSize !== undefined && seen !== byteSize)
    throw new Error(`${seen} bytes arrived where ${byteSize} were announced`)
}

const isMissing = (error: unknown): boolean => error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)

function missing(error: unknown): never {
  throw isMissing(error) ? new ObjectMissing('there is no such object', { cause: error }) : error
}
