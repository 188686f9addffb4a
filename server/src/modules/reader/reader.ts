import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Problem } from '../../core/problem.ts'
import type { Database, Transactions } from '../../platform/database/database.ts'
import { isOfDatabase } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type EventPosition, findLastEvent, findSeenEvents } from '../events/index.ts'
import { fileForgotten, itemsChanged, tenantOf } from './changed-items.ts'
import { documentsOf, type FoundDocuments, type ReadDocuments } from './documents.ts'
import { fileIn, sweepFolder } from './folder.ts'
import type { ItemDocument } from './item-document.ts'
import { modelOf } from './model.ts'
import type { Answers, Kind } from './questions.ts'
import { findDatabaseName } from './reader.repository.ts'
import { FileUnreadable, QueryTooLong, ReaderThread, ThreadEnded } from './reader-thread.ts'
import { ReadingThreads } from './reading-threads.ts'

export interface ReaderOptions {
  /** Where the files are; this process has it for itself. */
  readonly folder: string
  readonly database: Pick<Database, 'forFiles' | 'onCommit'>
  /** Left out: no other server changes anything. */
  readonly notifications?: Pick<Notifications, 'listen'> | undefined
  readonly documents: ReadDocuments
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** A question that takes longer is given up, with the thread that works on it. */
  readonly queryMs?: number
  /** After a fault of its disk, a file is written or made again after so long. */
  readonly retryMs?: number
}

/** Questions about the words and rows of one tenant; see `Answers`. */
export type Question = Exclude<Kind, 'write' | 'facts' | 'close'>

/** Items that are read at once, and written at once where a file is made. */
const itemsAtOnce = 200
const itemsOfPortion = 600
/** Files that a thread has open; each takes some 2 MB, a thread without files 13. */
const mostOpen = 16
/** For how long a question waits until the file has what this server has heard of; then it is answered from what is there. */
const freshMs = 1_000
/** A file that is being made is waited for as long; making it goes on. */
const buildMs = 8_000
/** A file that is behind by more events is made anew, which reads each item once. */
export const mostEvents = 50_000
const queryMs = 5_000
const retryMs = 10_000
/** A first read of many items takes its time. */
const limits = { statementMs: 60_000, deadlineMs: 120_000 }

/**
 * The files that lists and searches are answered from: one for each tenant, derived from the truth, written behind each commit by one
 * thread, read by another, and made anew where it is missing, damaged or of another recipe.
 */
export class Reader {
  /** Where the files are. */
  readonly folder: string
  readonly #options: ReaderOptions
  readonly #tenants = new Map<string, TenantFile>()
  readonly #writer = new ReaderThread({ isWriter: true, mostOpen })
  readonly #readers: ReadingThreads
  readonly #stops: (() => void)[] = []
  readonly #made = { items: 0 }
  #name: Promise<string> | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.folder = options.folder
    this.#readers = new ReadingThreads({ mostOpen, queryMs: options.queryMs ?? queryMs })
    const { database, notifications } = options
    const listen = (topic: string, tell: (tenantId: string | undefined) => void): void => {
      const hear = (payload: Parameters<typeof tenantOf>[0] | undefined) =>
        tell(payload === undefined ? undefined : tenantOf(payload))
      this.#stops.push(notifications === undefined ? database.onCommit(topic, hear) : notifications.listen(topic, hear))
    }
    listen(itemsChanged, (tenantId) => {
      // After a lost connection nobody knows what was missed.
      if (tenantId === undefined) for (const file of this.#tenants.values()) file.changed()
      else this.#tenants.get(tenantId)?.changed()
    })
    listen(fileForgotten, (tenantId) => {
      if (tenantId === undefined) return
      this.#drop(tenantId).catch((err: unknown) =>
        options.log.warn({ err, tenantId }, 'a file of lists was not removed'),
      )
    })
  }

  /**
   * Answers from a state that has all that this server has committed or heard of for the tenant, or, where that is not written after a
   * second, from an earlier one. Throws `BeingPrepared` where the file is not there after `patienceMs`.
   */
  async ask<Asked extends Question>(
    tenantId: string,
    kind: Asked,
    question: Answers[Asked]['ask'],
    { patienceMs = buildMs }: { readonly patienceMs?: number } = {},
  ): Promise<Answers[Asked]['answer']> {
    const { log } = this.#options
    const file = this.#fileOf(tenantId)
    const isFresh = await file.isFresh(patienceMs)
    try {
      const answer = await this.#readers.ask(tenantId, file.path, kind, question)
      return !isFresh && kind === 'list' ? { ...answer, isBehind: true } : answer
    } catch (error) {
      if (error instanceof QueryTooLong)
        log.warn({ err: error, tenantId, kind }, 'a question to a file of lists was given up')
      if (error instanceof ThreadEnded) throw new Problem('UNAVAILABLE', { cause: error })
      if (!(error instanceof FileUnreadable)) throw error
      log.warn({ err: error, tenantId }, 'a file of lists cannot be read, and is made anew')
      // Who has asked at the same time may have dropped it before.
      if (this.#tenants.get(tenantId) === file) await this.#drop(tenantId)
      const anew = this.#fileOf(tenantId)
      await anew.isFresh(patienceMs)
      return this.#readers.ask(tenantId, anew.path, kind, question).catch((cause: unknown) => {
        throw cause instanceof FileUnreadable || cause instanceof ThreadEnded
          ? new Problem('UNAVAILABLE', { cause })
          : cause
      })
    }
  }

  /** Removes files of tenants that are no more, and of other recipes. */
  sweep(tenantIds: ReadonlySet<string>): Promise<void> {
    return sweepFolder(this.folder, tenantIds)
  }

  /** Questions that wait; files that are known, those of them that are behind the truth, for how long the first one; items of files that were made. */
  get counts() {
    const now = performance.now()
    const heard = [...this.#tenants.values()].flatMap(({ behindSince }) => behindSince ?? [])
    return {
      questions: this.#readers.load,
      files: this.#tenants.size,
      behind: heard.length,
      behindSeconds: heard.length === 0 ? 0 : (now - Math.min(...heard)) / 1_000,
      itemsMade: this.#made.items,
    }
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all([...this.#tenants.values()].map((file) => file.close()))
    await Promise.all([this.#writer.close(), this.#readers.close()])
  }

  #fileOf(tenantId: string): TenantFile {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    this.#name ??= this.#options.database.forFiles.inTenantReadOnly(tenantId, findDatabaseName)
    this.#name.catch(() => {
      this.#name = undefined
    })
    const file = new TenantFile(tenantId, this.#options, this.#writer, this.#name, this.#made)
    this.#tenants.set(tenantId, file)
    return file
  }

  async #drop(tenantId: string): Promise<void> {
    const file = this.#tenants.get(tenantId)
    this.#tenants.delete(tenantId)
    await file?.close()
    const path = fileIn(this.folder, tenantId)
    await this.#writer.ask(path, 'close', null).catch(() => null)
    await this.#readers.closeFile(path)
    await removeFile(path)
  }
}

const removeFile = async (path: string): Promise<void> => {
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
}

/** The file of a tenant is being made. */
export class BeingPrepared extends Problem {
  readonly percent: number

  constructor(percent: number) {
    super('UNAVAILABLE', { message: `The lists of this tenant are being prepared: ${percent} per cent.` })
    this.percent = percent
  }
}

/** What one snapshot of the truth gives a file that is behind. */
interface Step {
  readonly items: readonly ItemDocument[]
  readonly gone: readonly string[]
  readonly facts: Readonly<Record<string, string | number>>
  readonly position: EventPosition
  /** Events behind the position that are in the file all the same. */
  readonly ahead: ReadonlySet<string>
}

/**
 * The file of one tenant, which follows the log. Each write brings it to one snapshot of the truth, so that nobody sees half of a
 * transaction: all items of all events that the snapshot sees and the file does not have. The position in the log is written with them.
 */
class TenantFile {
  readonly path: string
  readonly #tenantId: string
  readonly #options: ReaderOptions
  readonly #writer: ReaderThread
  readonly #name: Promise<string>
  readonly #database: Transactions
  readonly #made: { items: number }
  /** When it was heard that the log has gone on, where that is not written or being written. */
  #heardAt: number | undefined
  /** The same of what is being written. */
  #writtenFrom: number | undefined
  #working: Promise<void> | undefined
  #opened: Promise<void> | undefined
  #isOpen = false
  #preparedPercent = 0
  #isClosed = false
  #notBefore = 0
  #retry: NodeJS.Timeout | undefined
  #position: EventPosition = start
  #ahead: ReadonlySet<string> = new Set()

  constructor(
    tenantId: string,
    options: ReaderOptions,
    writer: ReaderThread,
    name: Promise<string>,
    made: { items: number },
  ) {
    this.#tenantId = tenantId
    this.#options = options
    this.#writer = writer
    this.#name = name
    this.#database = options.database.forFiles
    this.#made = made
    this.path = fileIn(options.folder, tenantId)
  }

  /** Since when it is behind the log; undefined: it is not. */
  get behindSince(): number | undefined {
    return this.#writtenFrom ?? this.#heardAt
  }

  changed(): void {
    this.#heardAt ??= performance.now()
    // While it is being made, what changes waits for the end of that.
    if (this.#isOpen) this.#work().catch((error: unknown) => this.#failed(error))
  }

  /** Whether the file has all that was heard of before, within a second. Throws `BeingPrepared` where there is none so soon. */
  async isFresh(patienceMs: number): Promise<boolean> {
    if (performance.now() < this.#notBefore) throw new Problem('UNAVAILABLE')
    this.#opened ??= this.#open().then(
      () => {
        this.#isOpen = true
        if (this.#heardAt !== undefined) this.#work().catch((error: unknown) => this.#failed(error))
      },
      (error: unknown) => this.#notOpened(error),
    )
    await within(patienceMs, this.#opened, () => {
      throw new BeingPrepared(this.#preparedPercent)
    })
    if (this.behindSince === undefined) return true
    let isFresh = true
    // What fails is written with the next change, or after a while; until then lists go on with what is there.
    const work = this.#work().catch((error: unknown) => {
      isFresh = false
      this.#failed(error)
    })
    await within(freshMs, work, () => {
      isFresh = false
    })
    return isFresh
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await Promise.allSettled([this.#opened, this.#working])
  }

  /** Nobody may ask or change anything for long. */
  #failed(error: unknown): void {
    if (this.#isClosed) return
    this.#options.log.warn({ err: error, tenantId: this.#tenantId }, 'the file of lists of a tenant was not written')
    clearTimeout(this.#retry)
    // Defence 392
    this.#retry = setTimeout(() => {
      this.#work().catch((again: unknown) => this.#failed(again))
    }, this.#options.retryMs ?? retryMs).unref()
    // Defence 392 ends
  }

  /** What is there of it takes no room from what else is on the disk, and is not made again with each question. */
  async #notOpened(error: unknown): Promise<never> {
    this.#opened = undefined
    if (this.#isClosed || isOfDatabase(error)) throw error
    this.#options.log.warn({ err: error, tenantId: this.#tenantId }, 'the file of lists of a tenant was not made')
    this.#notBefore = performance.now() + (this.#options.retryMs ?? retryMs)
    await this.#remove().catch(() => {})
    throw new Problem('UNAVAILABLE', { cause: error })
  }

  async #remove(): Promise<void> {
    await this.#writer.ask(this.path, 'close', null).catch(() => null)
    await removeFile(this.path)
  }

  /** Follows the log until it has all that was heard of when this was called. */
  #work(): Promise<void> {
    // What was heard of since the step under way took its snapshot is in the next one.
    if (this.#working !== undefined)
      return this.#heardAt === undefined ? this.#working : this.#working.catch(() => {}).then(() => this.#work())
    if (this.#heardAt === undefined || this.#isClosed) return Promise.resolve()
    this.#writtenFrom = this.#heardAt
    this.#heardAt = undefined
    this.#working = this.#follow()
      .catch((error: unknown) => {
        this.#heardAt = this.#writtenFrom
        throw error
      })
      .finally(() => {
        this.#writtenFrom = undefined
        this.#working = undefined
      })
    return this.#working
  }

  async #follow(): Promise<void> {
    const step = await this.#read((trx) => this.#stepIn(trx))
    const { items, gone, facts } = step
    await this.#write({ items, gone, facts })
    this.#position = step.position
    this.#ahead = step.ahead
  }

  async #stepIn(trx: Transaction): Promise<Step> {
    const { end, events } = await findSeenEvents(trx, this.#tenantId, this.#position, mostEvents)
    const fresh = events.filter((event) => !this.#ahead.has(nameOf(event)))
    const ids = [
      ...new Set(fresh.flatMap(({ subjectKind, subjectId }) => (subjectKind === 'contentItem' ? [subjectId] : []))),
    ]
    const items: ItemDocument[] = []
    const left = new Set<string>()
    for (let at = 0; at < ids.length; at += itemsAtOnce) {
      const part = await this.#documentsOf(trx, ids.slice(at, at + itemsAtOnce))
      items.push(...part.items)
      for (const id of part.left) left.add(id)
    }
    const there = new Set([...items.map(({ contentItemId }) => contentItemId), ...left])
    const { transaction, eventId } = events.findLast((event) => event.transaction < end) ?? this.#position
    const isOfModel = fresh.some(({ subjectKind }) => subjectKind !== 'contentItem')
    return {
      items,
      gone: ids.filter((id) => !there.has(id)),
      facts: { transaction, eventId, ...(isOfModel && { model: await modelOf(trx, this.#tenantId) }) },
      position: { transaction, eventId },
      ahead: new Set(events.filter((event) => event.transaction >= end).map(nameOf)),
    }
  }

  #documentsOf(trx: Transaction, ids: readonly string[]): Promise<FoundDocuments> {
    const { documents, log } = this.#options
    return documentsOf(trx, this.#tenantId, ids, documents, (err, id) =>
      log.warn({ err, tenantId: this.#tenantId, id }, 'an item cannot be written into the file of lists'),
    )
  }

  #read<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#database.inTenantReadOnly(this.#tenantId, work, limits)
  }

  async #write(changes: Answers['write']['ask']): Promise<void> {
    await this.#writer.ask(this.path, 'write', changes)
  }

  /** Opens the file as it was left, with all that has changed since; or makes it. */
  async #open(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
    const name = await this.#name
    if (existsSync(this.path) && (await this.#isGoodFor(name))) return await this.#follow()
    await this.#remove()
    await this.#make(name)
    // What has changed while it was made.
    await this.#follow()
  }

  /** Whether the file goes on from where it was left: of the same database and model, and not too far behind. */
  async #isGoodFor(name: string): Promise<boolean> {
    const asked = ['name', 'model', 'transaction', 'eventId', 'isWhole']
    const facts = await this.#writer.ask(this.path, 'facts', asked).catch(() => undefined)
    if (facts?.isWhole !== 1 || facts.name !== name) return false
    this.#position = { transaction: Number(facts.transaction), eventId: Number(facts.eventId) }
    return this.#read(async (trx) => {
      const { events } = await findSeenEvents(trx, this.#tenantId, before(this.#position), mostEvents)
      const [first] = this.#position.eventId === 0 ? [this.#position] : events
      // The event that it has reached is there: the log was not taken back to an earlier time.
      const isOfLog = first !== undefined && nameOf(first) === nameOf(this.#position)
      return isOfLog && events.length < mostEvents && facts.model === (await modelOf(trx, this.#tenantId))
    })
  }

  async #make(name: string): Promise<void> {
    const { tenantId, documents, log } = { tenantId: this.#tenantId, ...this.#options }
    const begun = performance.now()
    const from = await this.#read(async (trx) => ({
      position: await findLastEvent(trx, tenantId),
      model: await modelOf(trx, tenantId),
      total: await documents.count(trx, tenantId),
    }))
    let count = 0
    let writing = Promise.resolve()
    for (let after: string | null = null; !this.#isClosed; ) {
      const last: string | null = after
      const ids: string[] = await this.#read((trx) => documents.idsAfter(trx, tenantId, last, itemsOfPortion))
      after = ids.at(-1) ?? null
      if (after === null) break
      // The next portion is read while the one before is written.
      const { items } = await this.#read((trx) => this.#documentsOf(trx, ids))
      await writing
      writing = this.#write({ items, gone: [] })
      // It is awaited with the next portion.
      writing.catch(() => {})
      count += ids.length
      this.#made.items += ids.length
      this.#preparedPercent = Math.min(99, Math.floor((100 * count) / Math.max(1, from.total)))
    }
    await writing
    await this.#write({ items: [], gone: [], facts: { ...from.position, model: from.model, name, isWhole: 1 } })
    this.#position = from.position
    this.#ahead = new Set()
    const seconds = (performance.now() - begun) / 1_000
    if (seconds > 1) log.info({ tenantId, count, seconds }, 'made the file of lists of a tenant')
  }
}

const start: EventPosition = { transaction: 0, eventId: 0 }

const nameOf = ({ transaction, eventId }: EventPosition): string => `${transaction} ${eventId}`

const before = ({ transaction, eventId }: EventPosition): EventPosition => ({ transaction, eventId: eventId - 1 })

/** What the work gives, or after so many milliseconds something else; the work goes on. */
async function within(milliseconds: number, work: Promise<void>, otherwise: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late')
  })
  try {
    if ((await Promise.race([work, late])) === 'late') otherwise()
  } finally {
    clearTimeout(timer)
  }
}
