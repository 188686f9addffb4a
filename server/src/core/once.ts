import { createHash } from 'node:crypto'

/** A creating call with an idempotency key. The transaction that makes the change sets what became of it. */
export class Once {
  readonly userId: string
  readonly key: string
  /** Set when the answer is kept: by this call, or by the one that it repeats. */
  isKept = false
  /** Set where the answer is that of an earlier call. */
  isRepeat = false
  #fingerprint: Buffer

  /** `request`: the parts that make two requests the same one. */
  constructor(userId: string, key: string, request: readonly (string | Buffer)[]) {
    this.userId = userId
    this.key = key
    this.#fingerprint = hashOf(request)
  }

  /** SHA-256 of the request: another request with the same key is refused. */
  get fingerprint(): Buffer {
    return this.#fingerprint
  }

  /** Adds what was not there when the call began: the hash of a file. */
  cover(content: string): void {
    this.#fingerprint = hashOf([this.#fingerprint, content])
  }
}

function hashOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
