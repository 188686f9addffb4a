import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './addresses.ts'
import { maxPayloadBytes } from './commit-messages.ts'
import { sessionSettings } from './pool.ts'
import type { Payload, Transaction } from './transaction.ts'

/**
 * Called with `undefined` where notifications may have been missed (after a new connection): invalidate everything
 * then.
 */
export type Listener = (payload: Payload | undefined) => void

/** Messages between servers through LISTEN and NOTIFY of PostgreSQL. */
export interface Notifications {
  /**
   * Is delivered when the transaction commits, and not at all where it rolls back. Payloads are short: send the id of what
   * changed and not its new value.
   */
  send(trx: Transaction, topic: string, payload: Payload): Promise<void>
  /** Returns a function that stops listening. */
  listen(topic: string, listener: Listener): () => void
  /** False from the detection of a lost connection until all topics are listened to again. */
  readonly isConnected: boolean
  close(): Promise<void>
}

export interface NotificationsOptions {
  readonly connection: Connection
  readonly onError?: (error: unknown) => void
  /** Interval of the heartbeat query, which detects a connection that was cut without a reset. */
  readonly heartbeatMs?: number
}

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
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), options.heartbeatMs ?? 700)
    this.#heartbeat.unref()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  async send(trx: Transaction, topic: string, payload: Payload): Promise<void> {
    channelOf(topic)
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > maxPayloadBytes) throw new RangeError(`a message on "${topic}" is too long`)
    await sql`select pg_notify(${topic}, ${text})`.execute(trx)
  }

  listen(topic: string, listener: Listener): () => void {
    const channel = channelOf(topic)
    const listeners = this.#listeners.get(topic) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(topic, listeners)
    // Notifications may have been missed until LISTEN has taken effect, hence the call with `undefined`.
    const client = this.#client
    if (client && this.#isConnected)
      client.query(`listen ${channel}`).then(
        () => this.#call(listener, undefined),
        () => this.#onLoss(client),
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
    client.on('error', () => this.#onLoss(client))
    client.on('end', () => this.#onLoss(client))
    client.on('notification', ({ channel, payload }) => this.#receive(channel, payload))
    try {
      await client.connect()
      await this.#listenToAll(client)
    } catch (error) {
      this.#onLoss(client)
      throw error
    }
    if (this.#client !== client || this.#isClosed) return
    this.#isConnected = true
    for (const listeners of this.#listeners.values()) for (const listener of listeners) this.#call(listener, undefined)
  }

  /** In a loop, because further topics can be added while LISTEN is on its way. */
  async #listenToAll(client: pg.Client): Promise<void> {
    const listened = new Set<string>()
    for (;;) {
      const missing = [...this.#listeners.keys()].filter((topic) => !listened.has(topic))
      if (missing.length === 0) return
      await Promise.all(missing.map((topic) => client.query(`listen ${channelOf(topic)}`)))
      for (const topic of missing) listened.add(topic)
    }
  }

  #onLoss(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#isConnected = false
    // No message of the old connection may arrive after the listeners have been told to invalidate everything.
    client.removeAllListeners('notification')
    client.connection.stream.destroy()
    if (this.#isClosed) return
    this.#reconnecting = setTimeout(() => this.connect().catch(() => {}), 100 + Math.random() * 100)
    this.#reconnecting.unref()
  }

  /** Sends a heartbeat query, and treats the connection as lost where the last one has got no reply. */
  #sendHeartbeat(): void {
    const client = this.#client
    if (!client || !this.#isConnected) return
    if (this.#awaitsReply) {
      // After a long pause of this process the reply may have arrived without having been read yet: two turns are
      // waited.
      setImmediate(() => setImmediate(() => this.#awaitsReply && this.#onLoss(client)))
      return
    }
    this.#awaitsReply = true
    client.query('select').then(
      () => {
        this.#awaitsReply = false
      },
      () => this.#onLoss(client),
    )
  }

  #receive(topic: string, text: string | undefined): void {
    let payload: Payload | undefined
    try {
      payload = JSON.parse(text ?? '')
    } catch (error) {
      // The listeners get `undefined`, as for a missed message.
      this.#options.onError?.(error)
    }
    for (const listener of this.#listeners.get(topic) ?? []) this.#call(listener, payload)
  }

  /** Catches errors of a listener, so that the others are called as well. */
  #call(listener: Listener, payload: Payload | undefined): void {
    try {
      listener(payload)
    } catch (error) {
      this.#options.onError?.(error)
    }
  }
}
