import { createApiClient } from '@pim/api-client'
import { contractFetch, type Handlers, Refusal } from '@pim/api-client/testing'
import type { ImportFile } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { startUpload, type UploadCalls, type UploadState } from './upload-run.ts'

const importFileId = '00000000-0000-7000-8000-000000000001'
const announced: ImportFile = {
  importFileId,
  fileName: 'goods.csv',
  byteSize: 10,
  partBytes: 3,
  missingParts: [0, 1, 2, 3],
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
}
const file = new Blob(['0123456789'])

/** A server that keeps what it is sent, and the real client to it. */
function setUp(refuse: (partNumber: number, attempt: number) => void | Promise<void> = () => undefined) {
  const stored = new Map<number, string>()
  const attempts = new Map<number, number>()
  const pauses: number[] = []
  const sent: Promise<unknown>[] = []
  let most = 0
  let now = 0
  const handlers: Handlers = {
    'import.putImportFilePart': async ({ params: { partNumber }, file: part }) => {
      const attempt = (attempts.get(partNumber) ?? 0) + 1
      attempts.set(partNumber, attempt)
      now += 1
      most = Math.max(most, now)
      try {
        await new Promise((resolve) => setTimeout(resolve, 0))
        await refuse(partNumber, attempt)
        stored.set(partNumber, (await part?.text()) ?? '')
      } finally {
        now -= 1
      }
      return { ...announced, missingParts: announced.missingParts.filter((each) => !stored.has(each)) }
    },
  }
  const client = createApiClient({
    fetch: contractFetch(handlers),
    getToken: () => 'token',
    getTenantId: () => 'acme',
  })
  const calls: UploadCalls = {
    sendPart: (partNumber, bytes, options) => {
      const request = { params: { importFileId, partNumber }, file: bytes, fileName: 'goods.csv' }
      const answer = client.import.putImportFilePart(request, options)
      sent.push(answer)
      return answer
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
  }
  const begin = (target = announced) => {
    const run = startUpload(target, file, calls)
    const ended = (...wanted: UploadState['status'][]) =>
      new Promise<UploadState>((resolve) => {
        const look = () => wanted.includes(run.state().status) && resolve(run.state())
        run.subscribe(look)
        look()
      })
    return { run, ended }
  }
  return { begin, stored, attempts, sent, pauses, most: () => most }
}

describe('an upload in parts', () => {
  it('sends each part once, two at a time, and says when all have arrived', async () => {
    const { begin, stored, most } = setUp()
    expect(await begin().ended('done')).toEqual({ status: 'done', sentBytes: 10 })
    expect(Object.fromEntries(stored)).toEqual({ 0: '012', 1: '345', 2: '678', 3: '9' })
    expect(most()).toBe(2)
  })

  it('sends only what is missing of a file that was interrupted, and counts what had arrived', async () => {
    const { begin, stored } = setUp()
    const { run, ended } = begin({ ...announced, missingParts: [1, 3] })
    expect(run.state()).toEqual({ status: 'sending', sentBytes: 6 })
    await ended('done')
    expect([...stored.keys()].sort()).toEqual([1, 3])
  })

  it('sends a part again after growing pauses while the server is not there', async () => {
    const { begin, stored, pauses } = setUp((part, attempt) => {
      if (part === 1 && attempt <= 3) throw new Refusal('UNAVAILABLE')
    })
    await begin().ended('done')
    expect(pauses).toEqual([1_000, 2_000, 4_000])
    expect(stored.size).toBe(4)
  })

  it('gives up at once where a repeat cannot help, keeps what has arrived, and goes on when it is told to', async () => {
    let isFull = true
    const { begin, stored, attempts } = setUp((part) => {
      if (part === 2 && isFull) throw new Refusal('STORAGE_FULL')
    })
    const { run, ended } = begin()
    expect((await ended('failed')).failure).toMatchObject({ problem: { code: 'STORAGE_FULL' } })
    expect(attempts.get(2)).toBe(1)
    isFull = false
    run.goOn()
    expect(await ended('done')).toEqual({ status: 'done', sentBytes: 10 })
    expect(stored.size).toBe(4)
    expect(attempts.get(0)).toBe(1)
  })

  it('gives up after ten attempts for one part', async () => {
    const { begin, attempts, pauses } = setUp((part) => {
      if (part === 0) throw new Refusal('UNAVAILABLE')
    })
    await begin().ended('failed')
    expect(attempts.get(0)).toBe(10)
    expect(pauses.at(-1)).toBe(30_000)
  })

  it('that is cancelled sends nothing more', async () => {
    const { begin, sent } = setUp()
    const { run, ended } = begin()
    run.cancel()
    await ended('cancelled')
    await Promise.allSettled(sent)
    expect(sent).toHaveLength(2)
  })
})
