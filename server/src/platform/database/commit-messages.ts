import { type Collecting, collectingIn, type Payload, type Transaction } from './transaction.ts'

export interface CommitTopicOptions<Collected> {
  /** The name under which other servers listen. */
  readonly name: string
  readonly start: () => Collected
  /** Told before others of the same commit: whoever hears of these finds the effect of this one on its way. */
  readonly isFirst?: boolean
  /**
   * What is sent, from the most precise to the shortest: the first that a notification has room for goes out. The last
   * has to fit always.
   */
  readonly payloadsOf: (collected: Collected) => readonly [Payload, ...Payload[]]
}

/**
 * A message that is collected while a transaction runs and sent once, with its commit: to other servers as a
 * notification, and to the listeners of this process before the caller hears that the commit was done.
 */
export class CommitTopic<Collected> {
  readonly name: string
  readonly #options: CommitTopicOptions<Collected>
  readonly #collected = new WeakMap<Transaction, Collected>()

  constructor(options: CommitTopicOptions<Collected>) {
    this.name = options.name
    this.#options = options
  }

  /** What the transaction has collected, to add to. */
  in(trx: Transaction): Collected {
    const known = this.#collected.get(trx)
    if (known !== undefined) return known
    const started = this.#options.start()
    this.#collected.set(trx, started)
    const { isFirst = false, payloadsOf } = this.#options
    collectingIn(trx)[isFirst ? 'unshift' : 'push']({ name: this.name, payloads: () => payloadsOf(started) })
    return started
  }
}

export interface CommitMessage {
  readonly topic: string
  /** For the listeners of this process. */
  readonly payload: Payload
  /** For other servers. */
  readonly text: string
}

/** PostgreSQL limits a notification to less than 8000 bytes. */
export const maxPayloadBytes = 7_900

/** The messages of a transaction that is about to commit. `from` names the sender, so that it need not hear itself. */
export const messagesOf = (collecting: readonly Collecting[], from: string): readonly CommitMessage[] =>
  collecting.map(({ name, payloads }) => {
    const [payload, ...shorter] = payloads()
    const texts = [payload, ...shorter].map((each) => () => JSON.stringify({ ...each, from }))
    for (const text of texts) {
      const written = text()
      if (Buffer.byteLength(written) <= maxPayloadBytes) return { topic: name, payload, text: written }
    }
    throw new RangeError(`a message on "${name}" is too long`)
  })

export const notifyQuery = (messages: readonly CommitMessage[]) => ({
  name: 'notify-at-commit',
  text: 'select pg_notify(topic, payload) from unnest($1::text[], $2::text[]) as message (topic, payload)',
  values: [messages.map(({ topic }) => topic), messages.map(({ text }) => text)],
})

export type CommitListener = (payload: Payload) => void

/** Who in this process listens to the commits of its own transactions. Listeners may not throw. */
export class CommitListeners {
  readonly #listeners = new Map<string, Set<CommitListener>>()

  /** Returns a function that stops listening. */
  listen(topic: string, listener: CommitListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(topic, listeners)
    return () => listeners.delete(listener)
  }

  tell(messages: readonly CommitMessage[]): void {
    for (const { topic, payload } of messages)
      for (const listener of this.#listeners.get(topic) ?? []) listener(payload)
  }
}
