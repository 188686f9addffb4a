import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './addresses.ts'
import { sessionSettings } from './pool.ts'
import type { Transaction } from './transaction.ts'

export type Payload = Readonly<Record<string, unknown>>
/** `undefined`: messages may have been missed (a new connection); whatever rests on them is to be looked up again. */
export type Listener = (payload: Payload | undefined) => void

/** Word from node to node through the database. It goes out when the transaction commits, and never when it does not. */
export interface Notifications {
  send(trx: Transaction, topic: string, payload: Payload): Promise<void>
  /** Answers how to stop listening. */
  listen(topic: string, listener: Listener): () => void
  /** False from the moment that the connection is known to be lost until every topic is listened to again. */
  readonly isConnected: boolean
  close(): Promise<void>
}

export interface NotificationsOptions {
  readonly connection: Connection
  readonly onError?: (error: unknown) => void
  /** How often the connection is asked whether it is there; a cut cable tells nobody. */
  readonly heartbeatMs?: number
}

/** PostgreSQL takes less than 8000 bytes. Send what changed, not what it changed to. */
const mostBytes = 7_900

export async function openNotifications(options: NotificationsOptions): Promise<Notifications> {
  const bus = new NotificationBus(options)
  await bus.connect().catch(options.onError)
  return bus
}

const channelOf = (topic: string): string => {
  if (!/^[a-z][a-z0-9_-]{0,62}$/.test(topic)) throw new TypeError(`"${topic}" is no name of a topic`)
  return `"${topic}"`
}

class NotificationBus implements Notifications {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #options: NotificationsOptions
  readonly #heartbeat: NodeJS.Timeout
  #client: pg.Client | undefined
  #isConnected = false
  #isClosed = false
  #awaitsReply = false
  #reconnecting: NodeJS.Timeout | undefined

  constructor(options: NotificationsOptions) {
    this.#options = options
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? 700)
    this.#heartbeat.unref()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  async send(trx: Transaction, topic: string, payload: Payload): Promise<void> {
    channelOf(topic)
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > mostBytes) throw new RangeError(`a message on "${topic}" is too long`)
    await sql`select pg_notify(${topic}, ${text})`.execute(trx)
  }

  listen(topic: string, listener: Listener): () => void {
    const channel = channelOf(topic)
    const listeners = this.#listeners.get(topic) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(topic, listeners)
    // Before the database has heard of it, messages went by.
    const client = this.#client
    if (client && this.#isConnected)
      client.query(`listen ${channel}`).then(
        () => this.#tell(listener, undefined),
        () => this.#lost(client),
      )
    return () => {
      listeners.delete(listener)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isConnected = false
    clearInterval(this.#heartbeat)
    clearTimeout(this.#reconnecting)
    await this.#client?.end().catch(() => {})
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      ...sessionSettings(this.#options.connection),
      pipeline: true,
      connectionTimeoutMillis: 2_000,
    })
    this.#client = client
    this.#awaitsReply = false
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => this.#receive(channel, payload))
    try {
      await client.connect()
      await this.#listenToAll(client)
    } catch (error) {
      this.#lost(client)
      throw error
    }
    if (this.#client !== client || this.#isClosed) return
    this.#isConnected = true
    for (const listeners of this.#listeners.values()) for (const listener of listeners) this.#tell(listener, undefined)
  }

  /** Also to topics that somebody asks for in the meantime. */
  async #listenToAll(client: pg.Client): Promise<void> {
    const heard = new Set<string>()
    for (;;) {
      const missing = [...this.#listeners.keys()].filter((topic) => !heard.has(topic))
      if (missing.length === 0) return
      await Promise.all(missing.map((topic) => client.query(`listen ${channelOf(topic)}`)))
      for (const topic of missing) heard.add(topic)
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#isConnected = false
    // Nothing more may come from it: a message after the reset would be taken for news.
    client.removeAllListeners('notification')
    client.connection.stream.destroy()
    if (this.#isClosed) return
    this.#reconnecting = setTimeout(() => this.connect().catch(() => {}), 100 + Math.random() * 100)
    this.#reconnecting.unref()
  }

  #beat(): void {
    const client = this.#client
    if (!client || !this.#isConnected) return
    if (this.#awaitsReply) {
      // After a long pause of this very process the reply may be there, read by nobody yet; that is no lost connection.
      setImmediate(() => setImmediate(() => this.#awaitsReply && this.#lost(client)))
      return
    }
    this.#awaitsReply = true
    client.query('select').then(
      () => {
        this.#awaitsReply = false
      },
      () => this.#lost(client),
    )
  }

  #receive(topic: string, text: string | undefined): void {
    let payload: Payload | undefined
    try {
      payload = JSON.parse(text ?? '')
    } catch (error) {
      // Unreadable is as good as missed.
      this.#options.onError?.(error)
    }
    for (const listener of this.#listeners.get(topic) ?? []) this.#tell(listener, payload)
  }

  /** One listener's fault keeps no word from the others. */
  #tell(listener: Listener, payload: Payload | undefined): void {
    try {
      listener(payload)
    } catch (error) {
      this.#options.onError?.(error)
    }
  }
}
