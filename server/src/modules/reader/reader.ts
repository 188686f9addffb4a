import { Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fileForgotten, itemsChanged, tenantOf } from './changed-items.ts'
import { answerLiveItems } from './file/answer-live.ts'
import { OpenFiles } from './file/open-files.ts'
import { fileIn, otherFilesIn, removeFile, sweepFolder } from './folder.ts'
import type { LiveAnswer, LiveItemsAnswer, LiveItemsQuestion, LiveQuestion } from './live-question.ts'
import { readLiveItems, readLivePage } from './live-truth.ts'
import type { Answers, Kind } from './questions.ts'
import { findDatabaseName } from './reader.repository.ts'
import { FileUnreadable, QueryTooLong, ReaderThread, ThreadEnded } from './reader-thread.ts'
import { ReadingThreads } from './reading-threads.ts'
import { type FileOptions, type Ready, TenantFile } from './tenant-file.ts'

export interface ReaderOptions extends FileOptions {
  readonly database: Pick<Database, 'forFiles' | 'onCommit'>
  /** Left out: no other server changes anything. */
  readonly notifications?: Pick<Notifications, 'listen' | 'isCurrent'> | undefined
  /** A question that takes longer is given up, with the thread that works on it. */
  readonly queryMs?: number
  /** For so long a question waits for a file that is being made. */
  readonly buildMs?: number
}

/** Questions about the words and rows of one tenant; see `Answers`. */
export type Question = Exclude<Kind, 'write' | 'facts' | 'close'>

/** Files that a thread has open; each takes some 2 MB, a thread without files 13. */
const mostOpen = 16
/** Making a file goes on after it. */
const buildMs = 8_000
const queryMs = 5_000
/** Questions whose answer says where changes may be missing. */
const saysSo: ReadonlySet<Kind> = new Set<Kind>(['list', 'live', 'liveItems'])
/** Questions of delivery, whose answers are kept: they say where they come from a file of another recipe, too. */
const isKept: ReadonlySet<Kind> = new Set<Kind>(['live', 'liveItems'])

/**
 * The files that lists and searches are answered from: one for each tenant, derived from the truth, written behind each commit by one
 * thread, read by another, and made anew where it is missing, damaged or of another recipe, which answers meanwhile.
 */
export class Reader {
  /** Where the files are. */
  readonly folder: string
  readonly #options: ReaderOptions
  readonly #tenants = new Map<string, TenantFile>()
  /** Files that are being removed, by tenant. */
  readonly #dropping = new Map<string, Promise<void>>()
  readonly #writer = new ReaderThread({ isWriter: true, mostOpen })
  readonly #readers: ReadingThreads
  /** Files that this thread reads, and never waits for. */
  readonly #own = new OpenFiles({ isWriter: false, mostOpen, busyMs: 0 })
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
   * second, from an earlier one. `isSure`: from a state that has all that any server had committed, or not at all (`UNAVAILABLE`). Throws
   * `BeingPrepared` where the file is not there after `patienceMs`.
   */
  async ask<Asked extends Question>(
    tenantId: string,
    kind: Asked,
    question: Answers[Asked]['ask'],
    {
      patienceMs = this.#options.buildMs ?? buildMs,
      isSure = false,
    }: { readonly patienceMs?: number; readonly isSure?: boolean } = {},
  ): Promise<Answers[Asked]['answer']> {
    const { log } = this.#options
    const file = this.#fileOf(tenantId)
    const answerOf = async (ready: Ready): Promise<Answers[Asked]['answer']> => {
      const answer = await this.#readers.ask(tenantId, ready.path, kind, question)
      // Defence 412, without: const isBehind = !ready.isFresh && saysSo.has(kind)
      const isBehind = (!ready.isFresh && saysSo.has(kind)) || (ready.isStandIn && isKept.has(kind))
      return isBehind ? { ...answer, isBehind } : answer
    }
    const readyOf = async (asked: TenantFile): Promise<Ready> => {
      const ready = await asked.ready(patienceMs, { isSure, asksLog: isSure || !this.#hearsOthers })
      if (isSure && !ready.isFresh) throw new Problem('UNAVAILABLE')
      return ready
    }
    const ready = await readyOf(file)
    try {
      return await answerOf(ready)
    } catch (error) {
      if (error instanceof QueryTooLong)
        log.warn({ err: error, tenantId, kind }, 'a question to a file of lists was given up')
      if (error instanceof ThreadEnded) throw new Problem('UNAVAILABLE', { cause: error })
      if (!(error instanceof FileUnreadable)) throw error
      // One that stood in may have been removed before it was asked.
      if (ready.isStandIn) await file.dropStandIn(ready.path)
      // Who has asked at the same time may have dropped it before.
      else if (this.#tenants.get(tenantId) === file) {
        log.warn({ err: error, tenantId }, 'a file of lists cannot be read, and is made anew')
        await this.#drop(tenantId)
      }
      const anew = await readyOf(this.#fileOf(tenantId))
      return answerOf(anew).catch((cause: unknown) => {
        throw cause instanceof FileUnreadable || cause instanceof ThreadEnded
          ? new Problem('UNAVAILABLE', { cause })
          : cause
      })
    }
  }

  /**
   * What is live of items, without a thread in between, as it is a look-up of microseconds. Undefined where the file is not there or
   * behind, or cannot be read: the truth knows better then.
   */
  liveItems(tenantId: string, question: LiveItemsQuestion): LiveItemsAnswer | undefined {
    const file = this.#fileOf(tenantId)
    if (!file.isCurrent || !this.#hearsOthers) {
      // It is opened or written meanwhile.
      file.ready(0).catch(() => {})
      return undefined
    }
    try {
      return answerLiveItems(this.#own.at(file.path), question)
    } catch (error) {
      this.#options.log.warn({ err: error, tenantId }, 'what is live of an item was not read from a file of lists')
      return undefined
    }
  }

  /** The same from the truth. */
  trueLiveItems(trx: Transaction, tenantId: string, question: LiveItemsQuestion): Promise<LiveItemsAnswer> {
    return readLiveItems(trx, tenantId, this.#options.documents, question)
  }

  /** A page of what is live by ids and without conditions, from the truth. */
  trueLivePage(trx: Transaction, tenantId: string, question: LiveQuestion): Promise<LiveAnswer> {
    return readLivePage(trx, tenantId, this.#options.documents, question)
  }

  get #hearsOthers(): boolean {
    // Defence 397, without: return true
    return this.#options.notifications?.isCurrent ?? true
  }

  /** Removes files of tenants that are no more, and of other layouts. */
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
    this.#own.closeAll()
    await Promise.all([this.#writer.close(), this.#readers.close()])
  }

  #fileOf(tenantId: string): TenantFile {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    this.#name ??= this.#options.database.forFiles.inTenantReadOnly(tenantId, findDatabaseName)
    this.#name.catch(() => {
      this.#name = undefined
    })
    const file = new TenantFile(tenantId, this.#options, {
      writer: this.#writer,
      remove: (path) => this.#removeAt(path),
      name: this.#name,
      made: this.#made,
      after: this.#dropping.get(tenantId),
    })
    this.#tenants.set(tenantId, file)
    return file
  }

  #drop(tenantId: string): Promise<void> {
    const before = this.#dropping.get(tenantId)
    const dropping = this.#remove(tenantId, before).finally(() => {
      if (this.#dropping.get(tenantId) === dropping) this.#dropping.delete(tenantId)
    })
    this.#dropping.set(tenantId, dropping)
    return dropping
  }

  async #remove(tenantId: string, before: Promise<void> | undefined): Promise<void> {
    const file = this.#tenants.get(tenantId)
    this.#tenants.delete(tenantId)
    await before?.catch(() => {})
    await file?.close()
    const others = await otherFilesIn(this.folder, tenantId).catch(() => [])
    for (const path of [fileIn(this.folder, tenantId), ...others]) await this.#removeAt(path)
  }

  async #removeAt(path: string): Promise<void> {
    await this.#writer.ask(path, 'close', null).catch(() => null)
    await this.#readers.closeFile(path)
    this.#own.close(path)
    await removeFile(path)
    // Who was asked in between has it open again.
    await this.#readers.closeFile(path)
  }
}
