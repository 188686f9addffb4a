import { ApiError } from '@pim/api-client'
import type { Binary } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { createUploadQueue, failureKeys } from './upload-queue.ts'

interface Sent {
  name: string
  tenantId: string | undefined
  signal: AbortSignal | undefined
  answer: PromiseWithResolvers<Binary>
}

function setUp() {
  const sent: Sent[] = []
  const queue = createUploadQueue((request, options) => {
    const answer = Promise.withResolvers<Binary>()
    options?.signal?.addEventListener('abort', () => answer.reject(options.signal?.reason))
    sent.push({ name: request.fileName, tenantId: options?.tenantId, signal: options?.signal, answer })
    return answer.promise
  })
  return { queue, sent }
}
const file = (name: string) => ({ file: new File(['x'], name) })
const stored: Binary = {
  binaryId: 'b1',
  fileName: '1',
  mimeType: 'image/png',
  byteSize: 1,
  sha256: '',
  rendition: { state: 'ready' },
  createdAt: '2026-11-21T12:00:00Z',
  usedBy: [],
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const statuses = (queue: ReturnType<typeof createUploadQueue>) => queue.entries().map(({ status }) => status)

describe('uploads', () => {
  it('run three at a time, the next as soon as one is done', async () => {
    const { queue, sent } = setUp()
    queue.add('acme', ['1', '2', '3', '4'].map(file))
    expect(sent.map(({ name }) => name)).toEqual(['1', '2', '3'])
    sent[0]?.answer.resolve(stored)
    await settle()
    expect(sent.map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
  })

  it('belong to the tenant in which they were added', async () => {
    const { queue, sent } = setUp()
    queue.add('acme', ['1', '2', '3', '4'].map(file))
    queue.add('nordic', [file('5')])
    for (const { answer } of [...sent]) answer.resolve(stored)
    await settle()
    expect(sent.map(({ tenantId }) => tenantId)).toEqual(['acme', 'acme', 'acme', 'acme', 'nordic'])
  })

  it('run the section’s finish step, and link to its result', async () => {
    const { queue, sent } = setUp()
    const finished: string[] = []
    queue.add('acme', [
      {
        ...file('1'),
        finish: async (binary) => {
          finished.push(binary.binaryId)
          return { href: '/media-items?item=1' }
        },
      },
    ])
    sent[0]?.answer.resolve(stored)
    await settle()
    expect(finished).toEqual(['b1'])
    expect(queue.entries()[0]).toMatchObject({ status: 'done', href: '/media-items?item=1' })
  })

  it('that are cancelled are aborted, or never start', () => {
    const { queue, sent } = setUp()
    queue.add('acme', ['1', '2', '3', '4'].map(file))
    for (const { id } of queue.entries()) queue.cancel(id)
    expect(sent.every(({ signal }) => signal?.aborted)).toBe(true)
    expect(sent).toHaveLength(3)
  })

  it('that fail show it and can be retried', async () => {
    const { queue, sent } = setUp()
    queue.add('acme', [file('1')])
    sent[0]?.answer.reject(new ApiError('FETCH_ERROR', 'binary.uploadBinary'))
    await settle()
    expect(statuses(queue)).toEqual(['failed'])
    queue.retry(queue.entries()[0]?.id ?? '')
    sent[1]?.answer.resolve(stored)
    await settle()
    expect(statuses(queue)).toEqual(['done'])
  })

  it('have a message for each kind of failure', () => {
    const problem = { status: 413, code: 'PAYLOAD_TOO_LARGE', message: '', traceId: '' } as const
    expect(failureKeys(new ApiError(413, 'binary.uploadBinary', { problem }))).toEqual([
      'shell.problem.PAYLOAD_TOO_LARGE',
      'shell.uploads.failed',
    ])
    expect(failureKeys(new Error('?'))).toEqual(['shell.uploads.failed'])
  })
})
