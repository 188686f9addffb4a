import { type BulkChange, type BulkChangeRequest, contract } from '@pim/contract'
import { expect } from '@rstest/core'
import { runExecution } from '../src/modules/content/bulk-changes/run-execution.ts'
import { runRehearsal } from '../src/modules/content/bulk-changes/run-rehearsal.ts'
import { FileWorkers } from '../src/modules/exchange/index.ts'
import { createImportFiles } from '../src/modules/import-files/index.ts'
import { createFetcher } from '../src/platform/fetching/index.ts'
import type { RunningJob } from '../src/platform/jobs/jobs.ts'
import { personWith, type TestServer } from './test-server.ts'

const kinds = ['rehearse-bulk-change', 'execute-bulk-change']
const calls = contract.bulkChange
const publisher = personWith('publisher')

/** No row of these tests names a picture. */
const none = async () => {
  throw new Error('there are no pictures here')
}
const everyRoom = async (_: unknown, __: string, adding: number) => ({
  free: adding,
  problem: new Error('none') as never,
})

/**
 * Attempts of the jobs of bulk changes, run by hand, so that a test chooses where one ends and how two of them overlap: the queue of the
 * tenant is held up by jobs of the same kinds.
 */
export class BulkChangeAttempts {
  readonly #server: TestServer
  #fileWorkers: FileWorkers | undefined

  constructor(server: TestServer) {
    this.#server = server
  }

  async holdQueue(): Promise<void> {
    for (const kind of kinds)
      await this.#server.rows.look(
        `insert into job (tenant_id, job_id, kind, status, created_by, lease_until)
        values ('${this.#server.acme.tenantId}', gen_random_uuid(), '${kind}', 'running', 'blocker', now() + interval '1 hour')`,
      )
  }

  async releaseQueue(): Promise<void> {
    await this.#server.rows.look(`delete from job where kind = any('{${kinds.join(',')}}')`)
  }

  /** One attempt of the job of a bulk change; `progress` is called at its beginning and after each slice. */
  of(
    { bulkChangeId, jobId }: BulkChange,
    attempt: number,
    {
      signal = new AbortController().signal,
      progress = async () => {},
    }: Partial<Pick<RunningJob, 'signal' | 'progress'>> = {},
  ): RunningJob {
    const { tenantId } = this.#server.acme
    const input = { bulkChangeId }
    const { forJobs: database } = this.#server.database
    const by = { createdBy: 'acme-editor', needs: null }
    return { tenantId, jobId: jobId ?? '', kind: '', input, ...by, attempt, signal, database, progress }
  }

  rehearse(job: RunningJob): ReturnType<typeof runRehearsal> {
    const { dependencies } = this.#server
    const importFiles = createImportFiles({
      ...dependencies,
      fetcher: createFetcher(),
      diskReserveBytes: 0,
      onFault: (message) => expect(message).toBe(''),
    })
    this.#fileWorkers ??= new FileWorkers({ ...dependencies, takeDisk: async () => () => {} })
    return runRehearsal(job.database, job, { importFiles, fileWorkers: this.#fileWorkers, reader: dependencies.reader })
  }

  execute(job: RunningJob): ReturnType<typeof runExecution> {
    const { dependencies } = this.#server
    return runExecution(job.database, job, {
      fetcher: createFetcher(),
      binaries: { upload: none, erase: none },
      maxUploadBytes: 0,
      log: dependencies.log,
      findRoom: everyRoom,
      reader: dependencies.reader,
      model: { changeOne: none },
      concepts: { users: none, lockUsers: none, countUsers: none, detach: none, reassign: none, restore: none },
    })
  }

  read({ bulkChangeId }: BulkChange): Promise<BulkChange> {
    return this.#server.ok(calls.getBulkChange, { params: { bulkChangeId } })
  }

  /** Makes and rehearses one. */
  async rehearsed(body: BulkChangeRequest): Promise<BulkChange> {
    const made = await this.#server.ok(calls.createBulkChange, { body, as: publisher })
    await this.rehearse(this.of(made, 1))
    return this.read(made)
  }

  /** Begins the execution; its job waits for an attempt. */
  begin({ bulkChangeId, fingerprint }: BulkChange): Promise<BulkChange> {
    return this.#server.ok(calls.executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: publisher })
  }
}

/** What ends an attempt, as when its server is killed, after so many slices. */
export function stopAfter(slices: number): Pick<RunningJob, 'signal' | 'progress'> {
  const stop = new AbortController()
  let count = 0
  const progress = async () => {
    count += 1
    if (count > slices) stop.abort(new Error('killed'))
  }
  return { signal: stop.signal, progress }
}
