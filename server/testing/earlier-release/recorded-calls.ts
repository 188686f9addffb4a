import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const recordedSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  body: z.unknown().optional(),
  /** Of a request by the admin in a tenant; a request without one is made with an API key. */
  tenant: z.string().optional(),
  apiKey: z.string().optional(),
  status: z.number(),
  /** JSON as it came; of a refusal its code, of a file its type and the checksum of its bytes. */
  answer: z.unknown(),
})
export type RecordedCall = z.infer<typeof recordedSchema>

export async function readRecordedCalls(): Promise<RecordedCall[]> {
  const text = gunzipSync(await readFile(new URL('./answers.json.gz', import.meta.url))).toString()
  return z.array(recordedSchema).parse(JSON.parse(text))
}

export async function readCallsBeforeLongValues(): Promise<RecordedCall[]> {
  const text = await readFile(new URL('./before-long-values/answers.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => recordedSchema.parse(JSON.parse(line)))
}

/** The recorded request, made again to the server at the origin. */
export async function ask(origin: string, token: string, request: RecordedCall): Promise<RecordedCall> {
  const { method, path, body, tenant, apiKey } = request
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(tenant !== undefined && { authorization: `Bearer ${token}`, 'x-tenant-id': tenant }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { ...request, status: response.status, answer: await answerOf(response) }
}

async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/json/.test(type)) return response.json()
  const bytes = Buffer.from(await response.arrayBuffer())
  return { type, sha256: createHash('sha256').update(bytes).digest('hex') }
}
