// Longer than other files: opening, making, following and failing of a file are one state.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Problem } from '../../core/problem.ts'
import type { Database, Transactions } from '../../platform/database/database.ts'
import { isOfDatabase } from '../../platform/database/database-errors.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type EventPosition, findLastEvent, findSeenEvents, type NamedEvent } from '../events/index.ts'
import { documentsOf, type FoundDocuments, type ReadDocuments } from './documents.ts'
import { fileIn, otherFilesIn, removeFile } from './folder.ts'
import type { ItemDocument } from './item-document.ts'
import type { Answers } from './questions.ts'
import type { ReaderThread } from './reader-thread.ts'

export interface FileOptions {
  /** Where the files are; this process has it for itself. */
  readonly folder: string
  readonly database: Pick<Database, 'forFiles'>
  readonly documents: ReadDocuments
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** After a fault of its disk, a file is written or made again after so long. */
  readonly retryMs?: number
}

/** What the files of all tenants share. */
export interface FileParts {
  readonly writer: ReaderThread
  /** Removes a file, whoever has it open. */
  readonly remove: (path: string) => Promise<void>
  /** Of the database; see `findDatabaseName`. */
  readonly name: Promise<string>
  /** How many items were written into files that were made. */
  readonly made: { items: number }
  /** The end of another one's removal from the same place. */
  readonly after: Promise<void> | undefined
}

/** Items that are read at once, and written at once where a file is made. */
const itemsAtOnce = 200
const itemsOfPortion = 600
/** For how long a question waits until the file has what this server has heard of; then it is answered from what is there. */
const freshMs = 1_000
/** A file that is behind by more events is made anew, which reads each item once. */
export const mostEvents = 50_000
/**
 * Events that one write takes, as their items are in memory together. Only where more have come since the last one, as when a file is
 * opened, may a state in between have a part of a transaction.
 */
const eventsOfStep = 5_000
/** Changes that come within it are written at once, with what they share read once; a question does not wait for its end. */
const restMs = 50
const retryMs = 10_000
/** The log is not followed again by every question while the database or the disk is away. */
const pauseMs = 500
/** A first read of many items takes its time. */
const limits = { statementMs: 60_000, deadlineMs: 120_000 }

/** The file of a tenant is being made. */
export class BeingPrepared extends Problem {
  readonly percent: number

  constructor(percent: number) {
    super('UNAVAILABLE', { message: `The lists of this tenant are being prepared: ${percent} per cent.` })
    this.percent = percent
  }
}

export interface Demands {
  /** Not of another recipe, and it has all that any server has committed before. */
  readonly isSure?: boolean
  /** The log is asked what others have committed, as it may not be heard. */
  readonly asksLog?: boolean
}

/** The file that answers a question. */
export interface Ready {
  readonly path: string
  /** It has all that was heard of before, or that the log had. */
  readonly isFresh: boolean
  /** It is of another recipe, and answers until one of this is made. */
  readonly isStandIn: boolean
}

/** Changes that one snapshot of the truth has for a file that is behind. */
interface Step {
  readonly items: readonly ItemDocument[]
  readonly gone: readonly string[]
  readonly facts: Readonly<Record<string, string | number>>
  readonly position: EventPosition
  /** Events behind the position that are in the file all the same. */
  readonly ahead: ReadonlySet<string>
  /** There are more events than one step takes. */
  readonly isCut: boolean
}

/**
 * The file of one tenant, which follows the log. Each write brings it to one snapshot of the truth, so that nobody sees half of a
 * transaction: all items of all events that the snapshot sees and the file does not have. The position in the log is written with them.
 * While it is made, one of another recipe stands in for it, and follows the log like it.
 */
export class TenantFile {
  readonly path: string
  readonly #tenantId: string
  readonly #options: FileOptions
  readonly #parts: FileParts
  readonly #writer: ReaderThread
  readonly #name: Promise<string>
  readonly #database: Transactions
  readonly #made: { items: number }
  readonly #after: Promise<void> | undefined
  /** When it was heard that the log has gone on, where that is not written or being written. */
  #heardAt: number | undefined
  /** The same of what is being written. */
  #writtenFrom: number | undefined
  #working: Promise<void> | undefined
  /** Whether a question has waited in vain for what is being written. */
  #isSlow = false
  #opened: Promise<void> | undefined
  #isOpen = false
  #standIn: TenantFile | undefined
  /** Resolves when there is one. */
  #stoodIn = Promise.withResolvers<void>()
  #preparedPercent = 0
  #isClosed = false
  #notBefore = 0
  /** Until then what is there is answered from, as following the log has failed. */
  #pausedUntil = 0
  #retry: NodeJS.Timeout | undefined
  #rest: NodeJS.Timeout | undefined
  #position: EventPosition = start
  #ahead: ReadonlySet<string> = new Set()

  constructor(tenantId: string, options: FileOptions, parts: FileParts, path = fileIn(options.folder, tenantId)) {
    const { writer, name, made, after } = parts
    this.#tenantId = tenantId
    this.#options = options
    this.#parts = parts
    this.#writer = writer
    this.#name = name
    this.#database = options.database.forFiles
    this.#made = made
    this.#after = after
    this.path = path
  }

  /** Since when it is behind the log; undefined: it is not. */
  get behindSince(): number | undefined {
    return this.#writtenFrom ?? this.#heardAt
  }

  /** Whether it is there, and has all that this server has committed or heard of. */
  get isCurrent(): boolean {
    return this.#isOpen && this.behindSince === undefined
  }

  changed(): void {
    this.#heardAt ??= performance.now()
    this.#standIn?.changed()
    // Changes wait while the file is being made. Afterwards they are written though nobody asks.
    if (this.#isOpen) this.#rest ??= setTimeout(() => this.#writeOn(), restMs).unref()
  }

  /** Waits a second for what is missing. Throws `BeingPrepared` where there is no file so soon. */
  async ready(patienceMs: number, { isSure = false, asksLog = isSure }: Demands = {}): Promise<Ready> {
    if (!this.#isOpen) await this.#waitForFile(patienceMs, isSure)
    // One that stood in may be gone again.
    while (!this.#isOpen && this.#standIn === undefined) await this.#waitForFile(patienceMs, isSure)
    if (!this.#isOpen && this.#standIn !== undefined)
      return { ...(await this.#standIn.ready(patienceMs, { asksLog })), isStandIn: true }
    return { path: this.path, isFresh: await this.#isFresh(asksLog, isSure), isStandIn: false }
  }

  /** One that cannot be read stands in no more. */
  async dropStandIn(path: string): Promise<void> {
    if (this.#standIn?.path === path) await this.#removeOthers()
  }

  async #waitForFile(patienceMs: number, isSure: boolean): Promise<void> {
    const mayOpen = performance.now() >= this.#notBefore
    if (mayOpen)
      this.#opened ??= this.#open().then(
        () => this.#isOpened(),
        (error: unknown) => this.#notOpened(error),
      )
    // Who has a file that stands in waits for nothing.
    this.#opened?.catch(() => {})
    // Defence 410, with "false" for "isSure"
    if (this.#standIn !== undefined && !isSure) return
    if (this.#opened === undefined) throw new Problem('UNAVAILABLE')
    await within(patienceMs, isSure ? this.#opened : Promise.race([this.#opened, this.#stoodIn.promise]), () => {
      throw new BeingPrepared(this.#preparedPercent)
    })
  }

  async #isFresh(asksLog: boolean, isSure: boolean): Promise<boolean> {
    // Of what another server has committed a moment ago nobody may have heard here: the log is asked.
    if (asksLog) this.#heardAt ??= performance.now()
    if (this.behindSince === undefined) return true
    if (performance.now() < this.#pausedUntil) return false
    let isFresh = true
    // What fails is written with the next change, or after a while; until then lists go on with what is there.
    const work = this.#work().catch((error: unknown) => {
      isFresh = false
      this.#failed(error)
    })
    // What somebody has waited for in vain, as for a database that says nothing, is not waited for by everybody.
    await within(this.#isSlow && !isSure ? 0 : freshMs, work, () => {
      isFresh = false
      this.#isSlow = this.#working !== undefined
    })
    return isFresh && !this.#isClosed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#rest)
    clearTimeout(this.#retry)
    await Promise.allSettled([this.#opened, this.#working])
    await this.#standIn?.close()
  }

  #writeOn(): void {
    this.#work().catch((error: unknown) => this.#failed(error))
  }

  /** Nobody may ask or change anything for long. */
  #failed(error: unknown): void {
    if (this.#isClosed) return
    this.#options.log.warn({ err: error, tenantId: this.#tenantId }, 'the file of lists of a tenant was not written')
    this.#pausedUntil = performance.now() + pauseMs
    clearTimeout(this.#retry)
    // Defence 392
    this.#retry = setTimeout(() => this.#writeOn(), this.#options.retryMs ?? retryMs).unref()
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

  /** Removes the file, which nobody has read yet. */
  async #remove(): Promise<void> {
    await this.#writer.ask(this.path, 'close', null).catch(() => null)
    await removeFile(this.path)
  }

  #isOpened(): void {
    this.#isOpen = true
    this.#writeOn()
    this.#removeOthers().catch((err: unknown) =>
      this.#options.log.warn({ err, tenantId: this.#tenantId }, 'a file of lists of another recipe was not removed'),
    )
  }

  async #removeOthers(): Promise<void> {
    const standIn = this.#standIn
    this.#standIn = undefined
    this.#stoodIn = Promise.withResolvers()
    await standIn?.close()
    for (const path of await otherFilesIn(this.#options.folder, this.#tenantId)) await this.#parts.remove(path)
  }

  /** Follows the log until it has all that was heard of when this was called. */
  #work(): Promise<void> {
    // What was heard of since the step under way took its snapshot is in the next one.
    if (this.#working !== undefined)
      return this.#heardAt === undefined ? this.#working : this.#working.catch(() => {}).then(() => this.#work())
    if (this.#heardAt === undefined || this.#isClosed) return Promise.resolve()
    this.#writtenFrom = this.#heardAt
    this.#heardAt = undefined
    clearTimeout(this.#rest)
    this.#rest = undefined
    this.#working = this.#follow()
      .catch((error: unknown) => {
        this.#heardAt = this.#writtenFrom
        throw error
      })
      .finally(() => {
        this.#writtenFrom = undefined
        this.#working = undefined
        this.#isSlow = false
      })
    return this.#working
  }

  async #follow(): Promise<void> {
    const step = await this.#read((trx) => this.#stepIn(trx))
    const { items, gone, facts } = step
    await this.#write({ items, gone, facts })
    this.#position = step.position
    this.#ahead = step.ahead
    if (step.isCut) await this.#follow()
  }

  async #stepIn(trx: Transaction): Promise<Step> {
    const { end, events, fresh, isCut } = await this.#eventsIn(trx)
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
    return {
      items,
      gone: ids.filter((id) => !there.has(id)),
      facts: { transaction, eventId },
      position: { transaction, eventId },
      ahead: new Set(events.filter((event) => event.transaction >= end).map(nameOf)),
      isCut,
    }
  }

  /** `fresh`: those that the file does not have. */
  async #eventsIn(trx: Transaction) {
    const events: NamedEvent[] = []
    const fresh: NamedEvent[] = []
    for (;;) {
      const from = events.at(-1) ?? this.#position
      const { end, events: more } = await findSeenEvents(trx, this.#tenantId, from, eventsOfStep)
      events.push(...more)
      fresh.push(...more.filter((event) => !this.#ahead.has(nameOf(event))))
      const isCut = more.length === eventsOfStep
      // Behind a transaction that takes long, many may be in the file already.
      if (!isCut || fresh.length >= eventsOfStep) return { end, events, fresh, isCut }
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
    await this.#after?.catch(() => {})
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 })
    const name = await this.#name
    if (await this.#isTakenUp(name)) return
    this.#standIn ??= await this.#openStandIn(name)
    if (this.#standIn !== undefined) {
      // What it has not heard of itself.
      if (this.#heardAt !== undefined) this.#standIn.changed()
      this.#stoodIn.resolve()
    }
    await this.#remove()
    await this.#make(name)
    // What has changed while it was made.
    await this.#follow()
  }

  async #isTakenUp(name: string): Promise<boolean> {
    const isGood = existsSync(this.path) && (await this.#isGoodFor(name))
    if (isGood) await this.#follow()
    return isGood
  }

  /** One that goes on from where it was left, by the recipe of a server before. */
  async #openStandIn(name: string): Promise<TenantFile | undefined> {
    for (const path of await otherFilesIn(this.#options.folder, this.#tenantId)) {
      const other = new TenantFile(this.#tenantId, this.#options, this.#parts, path)
      if (!(await other.#isTakenUp(name))) continue
      other.#isOpen = true
      return other
    }
    return undefined
  }

  /** Whether the file goes on from where it was left: of the same database, and not too far behind. */
  async #isGoodFor(name: string): Promise<boolean> {
    const asked = ['name', 'transaction', 'eventId', 'isWhole']
    const facts = await this.#writer.ask(this.path, 'facts', asked).catch(() => undefined)
    if (facts?.isWhole !== 1 || facts.name !== name) return false
    this.#position = { transaction: Number(facts.transaction), eventId: Number(facts.eventId) }
    return this.#read(async (trx) => {
      const { events } = await findSeenEvents(trx, this.#tenantId, before(this.#position), mostEvents)
      const [first] = this.#position.eventId === 0 ? [this.#position] : events
      // The event that it has reached is there: the log was not taken back to an earlier time.
      const isOfLog = first !== undefined && nameOf(first) === nameOf(this.#position)
      return isOfLog && events.length < mostEvents
    })
  }

  async #make(name: string): Promise<void> {
    const { tenantId, documents, log } = { tenantId: this.#tenantId, ...this.#options }
    const begun = performance.now()
    const from = await this.#read(async (trx) => ({
      position: await findLastEvent(trx, tenantId),
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
    // Defence 411
    // What is cut off is not whole.
    if (this.#isClosed) throw new Problem('UNAVAILABLE')
    // Defence 411 ends
    await this.#write({ items: [], gone: [], facts: { ...from.position, name, isWhole: 1 } })
    this.#position = from.position
    this.#ahead = new Set()
    const seconds = (performance.now() - begun) / 1_000
    if (seconds > 1) log.info({ tenantId, count, seconds }, 'made the file of lists of a tenant')
  }
}

const start: EventPosition = { transaction: 0, eventId: 0 }

const nameOf = ({ transaction, eventId }: EventPosition): string => `${transaction} ${eventId}`

const before = ({ transaction, eventId }: EventPosition): EventPosition => ({ transaction, eventId: eventId - 1 })

/** Waits for the work, or does something else after so many milliseconds; the work goes on. */
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
