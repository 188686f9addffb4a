import pg from 'pg'
import type { Connection } from './addresses.ts'
import { maxPayloadBytes } from './commit-messages.ts'
import type { Database } from './database.ts'
import { sessionSettings } from './pool.ts'
import { collectingIn, type Payload, type Transaction } from './transaction.ts'

/**
 * Called with `undefined` where notifications may have been missed (after a new connection): invalidate everything
 * then.
 */
export type Listener = (payload: Payload | undefined) => void

/** Messages between servers through LISTEN and NOTIFY of PostgreSQL. */
export interface Notifications {
  /**
   * Is delivered when the transaction commits, and not at all where it rolls back: to the listeners of this server before the caller hears
   * of the commit. Payloads are short: send the id of what changed and not its new value.
   */
  send(trx: Transaction, topic: string, payload: Payload): Promise<void>
  /** Returns a function that stops listening. */
  listen(topic: string, listener: Listener): () => void
  /** False from the detection of a lost connection until all topics are listened to again. */
  readonly isConnected: boolean
  /**
   * Whether all has been heard that others had committed until a second ago. False before a connection that has fallen silent is known to be lost,
   * and while this process is too busy to read what has arrived.
   */
  readonly isCurrent: boolean
  close(): Promise<void>
}

export interface NotificationsOptions {
  readonly connection: Connection
  /** The database of this server, whose commits are not heard a second time. */
  readonly database?: Pick<Database, 'onCommit' | 'isOwnMessage'>
  readonly onError?: (error: unknown) => void
  /** Interval of the heartbeat query, which detects a connection that was cut without a reset. */
  readonly heartbeatMs?: number
  /** For how long after a heartbeat that was answered was sent all counts as heard. */
  readonly currentMs?: number
  readonly now?: () => number
}

/** Heartbeats without a reply after which the connection is lost. */
const maxMissedHeartbeats = 2

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
  readonly #now: () => number
  readonly #currentMs: number
  readonly #ends: ((() => void) | undefined)[] = []
  #client: pg.Client | undefined
  #isConnected = false
  #isClosed = false
  #missedHeartbeats = 0
  #currentUntil = 0
  #reconnecting: NodeJS.Timeout | undefined

  constructor(options: NotificationsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#currentMs = options.currentMs ?? 1_000
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), options.heartbeatMs ?? 350)
    this.#heartbeat.unref()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  get isCurrent(): boolean {
    return this.#isConnected && this.#now() < this.#currentUntil
  }

  async send(trx: Transaction, topic: string, payload: Payload): Promise<void> {
    channelOf(topic)
    if (Buffer.byteLength(JSON.stringify(payload)) > maxPayloadBytes)
      throw new RangeError(`a message on "${topic}" is too long`)
    collectingIn(trx).push({ name: topic, payloads: () => [payload] })
  }

  listen(topic: string, listener: Listener): () => void {
    const channel = channelOf(topic)
    const listeners = this.#listeners.get(topic) ?? this.#begin(topic)
    listeners.add(listener)
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

  /** The first listener of a topic. */
  #begin(topic: string): Set<Listener> {
    const listeners = new Set<Listener>()
    this.#listeners.set(topic, listeners)
    this.#ends.push(
      this.#options.database?.onCommit(topic, (payload) => {
        for (const listener of listeners) this.#call(listener, payload)
      }),
    )
    return listeners
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isConnected = false
    for (const end of this.#ends) end?.()
    clearInterval(this.#heartbeat)
    clearTimeout(this.#reconnecting)
    await this.#client?.end().catch(() => {})
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      ...sessionSettings(this.#options.connection),
      pipeline: true,
      connectionTimeoutMillis: 2_000,
      // A line that falls silent while it begins to listen has no heartbeat yet.
      query_timeout: 2_000,
    })
    this.#client = client
    this.#missedHeartbeats = 0
    client.on('error', () => this.#onLoss(client))
    client.on('end', () => this.#onLoss(client))
    client.on('notification', ({ channel, payload }) => this.#receive(channel, payload))
    try {
      await client.connect()
      const sentAt = this.#now()
      await this.#listenToAll(client)
      this.#currentUntil = sentAt + this.#currentMs
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
    this.#missedHeartbeats += 1
    if (this.#missedHeartbeats > maxMissedHeartbeats) {
      // After a long pause of this process the reply may have arrived without having been read yet: two turns are
      // waited.
      setImmediate(() => setImmediate(() => this.#missedHeartbeats > maxMissedHeartbeats && this.#onLoss(client)))
      return
    }
    if (this.#missedHeartbeats > 1) return
    const sentAt = this.#now()
    client.query('select').then(
      () => {
        this.#missedHeartbeats = 0
        // The database sends what was committed before it read the heartbeat in front of the reply.
        this.#currentUntil = sentAt + this.#currentMs
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
    if (payload !== undefined && this.#options.database?.isOwnMessage(payload)) return
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
