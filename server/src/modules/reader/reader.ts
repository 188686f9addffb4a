import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Problem } from '../../core/problem.ts'
import type { Database, Transactions } from '../../platform/database/database.ts'
import { isOfDatabase } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findTypes } from '../content-model/index.ts'
import { type EventPosition, findLastEvent, findSeenEvents } from '../events/index.ts'
import { marketOfTenant } from '../tenants/index.ts'
import { fileForgotten, itemsChanged, tenantOf } from './changed-items.ts'
import type { ReadDocuments } from './documents.ts'
import { recipe } from './file/recipe.ts'
import type { ItemDocument } from './item-document.ts'
import type { Answers, Kind } from './questions.ts'
import { findDatabaseName } from './reader.repository.ts'
import { FileUnreadable, QueryTooLong, ReaderThread } from './reader-thread.ts'
import { ReadingThreads } from './reading-threads.ts'

export interface ReaderOptions {
  /** Where the files are; this process has it for itself. */
  readonly folder: string
  readonly database: Pick<Database, 'forFiles' | 'onCommit'>
  /** Left out: no other server changes anything. */
  readonly notifications?: Pick<Notifications, 'listen'> | undefined
  readonly documents: ReadDocuments
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Questions about the words and rows of one tenant; see `Answers`. */
export type Question = Exclude<Kind, 'write' | 'facts' | 'close'>

/** Items that are read at once, and written at once where a file is made. */
const itemsAtOnce = 200
const itemsOfPortion = 600
/** Files that a thread has open; each takes some 10 MB while it is used. */
const mostOpen = 32
/** For how long a question waits until the file has what this server has heard of; then it is answered from what is there. */
const freshMs = 1_000
/** A file that is being made is waited for as long; making it goes on. */
const buildMs = 8_000
/** A file that is behind by more events is made anew, which reads each item once. */
const mostEvents = 50_000
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
  readonly #readers = new ReadingThreads(mostOpen)
  readonly #stops: (() => void)[] = []
  #name: Promise<string> | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.folder = options.folder
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
    const file = this.#fileOf(tenantId)
    const isFresh = await file.isFresh(patienceMs)
    try {
      const answer = await this.#readers.ask(tenantId, file.path, kind, question)
      return !isFresh && kind === 'list' ? { ...answer, isBehind: true } : answer
    } catch (error) {
      if (error instanceof QueryTooLong) throw new Problem('UNAVAILABLE', { cause: error })
      if (!(error instanceof FileUnreadable)) throw error
      this.#options.log.warn({ err: error, tenantId }, 'a file of lists cannot be read, and is made anew')
      await this.#drop(tenantId)
      const anew = this.#fileOf(tenantId)
      await anew.isFresh(patienceMs)
      return this.#readers.ask(tenantId, anew.path, kind, question)
    }
  }

  /** Removes files of tenants that are no more, and of other recipes. */
  async sweep(tenantIds: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#options.folder)) {
      const [, tenantId = '', version] = /^([0-9a-f-]{36})\.(\d+)\.sqlite/.exec(name) ?? []
      if (version !== undefined && (!tenantIds.has(tenantId) || Number(version) !== recipe))
        await rm(join(this.#options.folder, name), { force: true })
    }
  }

  /** Questions and writes that wait for a thread; files that are known, and those of them that are behind the truth. */
  get counts() {
    return {
      questions: this.#readers.load,
      writes: this.#writer.load,
      behind: [...this.#tenants.values()].filter(({ isBehind }) => isBehind).length,
      files: this.#tenants.size,
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
    const file = new TenantFile(tenantId, this.#options, this.#writer, this.#name)
    this.#tenants.set(tenantId, file)
    return file
  }

  async #drop(tenantId: string): Promise<void> {
    const file = this.#tenants.get(tenantId)
    this.#tenants.delete(tenantId)
    await file?.close()
    const { path } = file ?? new TenantFile(tenantId, this.#options, this.#writer, Promise.resolve(''))
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
  #isBehind = false
  #working: Promise<void> | undefined
  #opened: Promise<void> | undefined
  #isOpen = false
  #preparedPercent = 0
  #isClosed = false
  #position: EventPosition = start
  #ahead: ReadonlySet<string> = new Set()

  constructor(tenantId: string, options: ReaderOptions, writer: ReaderThread, name: Promise<string>) {
    this.#tenantId = tenantId
    this.#options = options
    this.#writer = writer
    this.#name = name
    this.#database = options.database.forFiles
    this.path = join(options.folder, `${tenantId}.${recipe}.sqlite`)
  }

  /** Whether the log has gone on. */
  get isBehind(): boolean {
    return this.#isBehind || this.#working !== undefined
  }

  changed(): void {
    this.#isBehind = true
    // While it is being made, what changes waits for the end of that.
    if (this.#isOpen) this.#work().catch((error: unknown) => this.#failed(error))
  }

  /** Whether the file has all that was heard of before, within a second. Throws `BeingPrepared` where there is none so soon. */
  async isFresh(patienceMs: number): Promise<boolean> {
    this.#opened ??= this.#open().then(
      () => {
        this.#isOpen = true
      },
      (error: unknown) => {
        this.#opened = undefined
        throw error
      },
    )
    await within(patienceMs, this.#opened, () => {
      throw new BeingPrepared(this.#preparedPercent)
    })
    if (!this.isBehind) return true
    let isFresh = true
    // What fails is written with the next change; until then lists go on with what is there.
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
    await Promise.allSettled([this.#opened, this.#working])
  }

  #failed(error: unknown): void {
    if (!this.#isClosed)
      this.#options.log.warn({ err: error, tenantId: this.#tenantId }, 'the file of lists of a tenant was not written')
  }

  /** Follows the log until it has all that was heard of when this was called. */
  #work(): Promise<void> {
    // What was heard of since the step under way took its snapshot is in the next one.
    if (this.#working !== undefined)
      return this.#isBehind ? this.#working.catch(() => {}).then(() => this.#work()) : this.#working
    if (!this.#isBehind || this.#isClosed) return Promise.resolve()
    this.#isBehind = false
    this.#working = this.#follow()
      .catch((error: unknown) => {
        this.#isBehind = true
        throw error
      })
      .finally(() => {
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
      facts: { transaction, eventId, ...(isOfModel && { model: await this.#modelIn(trx) }) },
      position: { transaction, eventId },
      ahead: new Set(events.filter((event) => event.transaction >= end).map(nameOf)),
    }
  }

  /** `left`: what of the items cannot be made, so that they stay as they are; the others must not wait for them. */
  async #documentsOf(
    trx: Transaction,
    ids: readonly string[],
  ): Promise<{ readonly items: readonly ItemDocument[]; readonly left: readonly string[] }> {
    try {
      return { items: await this.#options.documents.ofItems(trx, this.#tenantId, ids), left: [] }
    } catch (error) {
      if (isOfDatabase(error)) throw error
      if (ids.length === 1) {
        this.#options.log.warn(
          { err: error, tenantId: this.#tenantId, ids },
          'an item cannot be written into the file of lists',
        )
        return { items: [], left: ids }
      }
      const parts: { readonly items: readonly ItemDocument[]; readonly left: readonly string[] }[] = []
      for (const id of ids) parts.push(await this.#documentsOf(trx, [id]))
      return { items: parts.flatMap((part) => part.items), left: parts.flatMap((part) => part.left) }
    }
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
    await this.#writer.ask(this.path, 'close', null).catch(() => null)
    await removeFile(this.path)
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
      return isOfLog && events.length < mostEvents && facts.model === (await this.#modelIn(trx))
    })
  }

  async #make(name: string): Promise<void> {
    const { tenantId, documents, log } = { tenantId: this.#tenantId, ...this.#options }
    const begun = performance.now()
    const from = await this.#read(async (trx) => ({
      position: await findLastEvent(trx, tenantId),
      model: await this.#modelIn(trx),
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
      this.#preparedPercent = Math.min(99, Math.floor((100 * count) / Math.max(1, from.total)))
    }
    await writing
    await this.#write({ items: [], gone: [], facts: { ...from.position, model: from.model, name, isWhole: 1 } })
    this.#position = from.position
    this.#ahead = new Set()
    const seconds = (performance.now() - begun) / 1_000
    if (seconds > 1) log.info({ tenantId, count, seconds }, 'made the file of lists of a tenant')
  }

  /** Of the types, variations and channels that items are written by. */
  async #modelIn(trx: Transaction): Promise<string> {
    const [types, market] = await Promise.all([findTypes(trx, this.#tenantId), marketOfTenant(trx, this.#tenantId)])
    const revisions = types.map(({ contentTypeId, revision }) => `${contentTypeId} ${revision}`)
    return hash('sha256', JSON.stringify([revisions, market]), 'hex')
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
