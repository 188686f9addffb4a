import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { FileWorkers, type FileWorkersOptions } from '../../exchange/index.ts'
import { type RowsPart, readingOf } from './import-reading.ts'

const log = { warn: () => undefined }

/** Rows that come for as long as somebody reads them. */
function* rows(count: number): Generator<Buffer> {
  yield Buffer.from('sku,title\n')
  for (let from = 0; from < count; from += 1_000)
    yield Buffer.from(Array.from({ length: 1_000 }, (_, at) => `${from + at},A lamp\n`).join(''))
}
const fileOf = (bytes: () => Iterable<Buffer>) => ({ open: bytes, byteSize: 0 })
const small = fileOf(() => [Buffer.from('sku,title\n1,A lamp\n')])
const long = fileOf(() => rows(40_000))
const reading = readingOf({ kind: 'rows', shape: undefined })

describe('the reading of a file', () => {
  let folder: string
  const open: FileWorkers[] = []
  const workersWith = (options: Partial<FileWorkersOptions> = {}) => {
    const workers = new FileWorkers({ log, temporaryFolder: folder, takeDisk: async () => () => {}, ...options })
    open.push(workers)
    return workers
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pim-workers-'))
  })
  afterEach(() => {
    for (const workers of open.splice(0)) workers.close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  const countOf = async (parts: AsyncIterable<RowsPart>, onPart: () => void = () => undefined): Promise<number> => {
    let count = 0
    for await (const part of parts) {
      if ('rows' in part) count += part.rows.length
      onPart()
    }
    return count
  }

  const limits = [
    ['CPU time', { cpuSeconds: 0.6 }, 'TOO_MUCH_CPU', 0.6],
    ['memory', { heapMegabytes: 48 }, 'TOO_MUCH_MEMORY', 48],
    ['time', { deadline: 50 }, 'TOO_MUCH_TIME', 0.05],
  ] as const
  it.each(isWholeRun ? limits : [limits[0]])(
    'that takes more %s than it may have ends, which is told with the limit',
    async (_, limit, code, max) => {
      if (process.platform !== 'linux' && code !== 'TOO_MUCH_TIME') return console.log('skipped: no such limit here')
      // Each row has its cells in objects, and forty long texts are kept of it.
      const wide = fileOf(function* () {
        for (let at = 0; at < 60; at += 1) yield Buffer.from(`{"a":"${'ö'.repeat(2_000_000)}","b":${at}}\n`)
      })
      const head = readingOf({ kind: 'head', chosen: undefined })
      const reading = workersWith(limit).read('any', wide, head)
      await expect(countOf(reading as AsyncIterable<RowsPart>)).rejects.toMatchObject({
        problem: { code, params: { max } },
      })
    },
  )

  it('whose process dies ends alone: the next file and those of others are read', async () => {
    const workers = workersWith({ processes: 2 })
    const dying = workers.read<RowsPart>('one', long, reading)
    let isKilled = false
    const kill = () => {
      if (!isKilled) for (const pid of workers.pids) process.kill(pid, 'SIGKILL')
      isKilled = true
    }
    await expect(countOf(dying, kill)).rejects.toMatchObject({ problem: { code: 'READING_BROKE_OFF' } })
    const others = ['one', 'other'].map((tenantId) => countOf(workers.read<RowsPart>(tenantId, small, reading)))
    expect(await Promise.all(others)).toEqual([1, 1])
  })

  it('of one tenant leaves a process to the others, however many files it has', async () => {
    const workers = workersWith({ processes: 2 })
    const ended: string[] = []
    const many = Array.from({ length: 3 }, () =>
      countOf(workers.read<RowsPart>('one', long, reading)).then(() => ended.push('one')),
    )
    const other = countOf(workers.read<RowsPart>('other', small, reading)).then(() => ended.push('other'))
    await Promise.all([...many, other])
    expect(ended.indexOf('other')).toBeLessThan(2)
  })

  it.runIf(isWholeRun)(
    'ends with its process where it is not wanted any more, before the first part too, and leaves no file',
    async () => {
      const workers = workersWith()
      const leaving = new AbortController()
      const left = countOf(workers.read<RowsPart>('any', long, reading, leaving.signal), () =>
        leaving.abort(new Error('gone')),
      )
      await expect(left).rejects.toThrow('gone')
      const early = new AbortController()
      const begun = countOf(workers.read<RowsPart>('any', long, reading, early.signal))
      early.abort(new Error('gone as well'))
      await expect(begun).rejects.toThrow('gone as well')
      expect(workers.pids).toEqual([])
      expect((await readdir(folder)).filter((name) => name.startsWith('pim-file-'))).toEqual([])
    },
  )

  it('goes on with what the server asks for: no more than two parts are made ahead of it', async () => {
    const parts = workersWith().read<RowsPart>('any', long, reading)
    const first = await parts.next()
    expect(first.value).toMatchObject({ shape: { format: 'csv' } })
    await parts.next()
    const { value } = await parts.next()
    expect(value !== undefined && 'rows' in value && value.rows.length).toBe(200)
    await parts.return()
  })

  it.runIf(isWholeRun)(
    'that somebody reads no further ends its process, and the next file gets another one',
    async () => {
      const workers = workersWith()
      for await (const _ of workers.read<RowsPart>('any', long, reading)) break
      expect(await countOf(workers.read<RowsPart>('any', small, reading))).toBe(1)
    },
  )

  it('is refused where the tenant has spent its CPU time, which is told with the minutes to wait, and not to others', async () => {
    const workers = workersWith({ budget: { seconds: 0.01, perSecond: 0.001 } })
    expect(await countOf(workers.read<RowsPart>('one', small, reading))).toBe(1)
    await expect(countOf(workers.read<RowsPart>('one', small, reading))).rejects.toMatchObject({
      problem: { code: 'BUDGET_SPENT', params: { max: expect.any(Number), minutes: expect.any(Number) } },
    })
    expect(await countOf(workers.read<RowsPart>('other', small, reading))).toBe(1)
  })

  it.runIf(isWholeRun)('is no fault of the file where the server closes meanwhile', async () => {
    const workers = workersWith()
    const cut = countOf(workers.read<RowsPart>('any', long, reading), () => workers.close())
    await expect(cut).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
