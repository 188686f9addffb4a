import type { Field } from '@pim/contract'
import { type ItemLabel, type MediaUpload, UploadRefused } from './field-services.tsx'

export type FieldValues = Readonly<Record<string, unknown>>

/** Something that an upload waits for. */
export type UploadQuestion =
  | { readonly kind: 'reuse'; readonly same: readonly ItemLabel[]; answer(chosen: ItemLabel | undefined): void }
  | { readonly kind: 'fill'; readonly fields: readonly Field[]; answer(values: FieldValues): void }

export interface UploadRow {
  /** Grows in the order in which the files were taken. */
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'running' | 'failed' | 'done'
  /** Share of the file that is sent, from 0 to 1. */
  readonly share: number
  readonly question: UploadQuestion | undefined
  /** Values typed for the fields of the media item; they stay when the upload fails. */
  readonly values: FieldValues
  /** Reason of a failed upload, in words for the person; undefined where none is known. */
  readonly reason: string | undefined
  readonly made: ItemLabel | undefined
}

/** More at once would share the same line to the server. */
const sentAtOnce = 3

const isSending = ({ state, share, question }: UploadRow): boolean =>
  state === 'running' && share < 1 && question?.kind !== 'reuse'

/** The files that are on their way into a field. Lives outside of the screen, so that they go on while it is not drawn. */
export class UploadList {
  #rows: readonly UploadRow[] = []
  #nextId = 1
  readonly #uploads = new Map<number, MediaUpload>()
  readonly #aborts = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()

  readonly rows = (): readonly UploadRow[] => this.#rows

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  take(files: readonly File[], uploadOf: (file: File) => MediaUpload): void {
    const added = files.map((file): UploadRow => {
      const id = this.#nextId++
      this.#uploads.set(id, uploadOf(file))
      return {
        id,
        file,
        state: 'waiting',
        share: 0,
        question: undefined,
        values: {},
        reason: undefined,
        made: undefined,
      }
    })
    this.#set([...this.#rows, ...added])
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', share: 0, reason: undefined })
  }

  /** Ends an upload, wherever it is. */
  leave(id: number): void {
    this.#aborts.get(id)?.abort()
    this.#forget(id)
  }

  leaveAll(): void {
    for (const { id } of this.#rows) this.leave(id)
  }

  type(id: number, technicalFieldName: string, value: unknown): void {
    const row = this.#rows.find((each) => each.id === id)
    if (row) this.#change(id, { values: { ...row.values, [technicalFieldName]: value } })
  }

  /** Takes what is done out of the list. */
  collect(): readonly UploadRow[] {
    const done = this.#rows.filter(({ state }) => state === 'done')
    for (const { id } of done) this.#forget(id)
    return done
  }

  async #run(id: number, upload: MediaUpload): Promise<void> {
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#tell(this.#changed(id, { state: 'running' }))
    const change = (parts: Partial<UploadRow>): void => {
      if (!abort.signal.aborted) this.#change(id, parts)
    }
    const ask = <Answer>(question: (answer: (given: Answer) => void) => UploadQuestion): Promise<Answer> =>
      new Promise((resolve) => {
        const answer = (given: Answer): void => {
          change({ question: undefined })
          resolve(given)
        }
        change({ question: question(answer) })
      })
    try {
      const made = await upload({
        signal: abort.signal,
        onProgress: (share) => change({ share }),
        reuse: (same) => ask((answer) => ({ kind: 'reuse', same, answer })),
        fill: (fields, suggested) => {
          const { values = {} } = this.#rows.find((row) => row.id === id) ?? {}
          change({ values: { ...suggested, ...values } })
          return ask((answer) => ({ kind: 'fill', fields, answer }))
        },
      })
      change({ state: 'done', share: 1, question: undefined, made })
    } catch (failure) {
      const reason = failure instanceof UploadRefused ? failure.message : undefined
      change({ state: 'failed', question: undefined, reason })
      abort.abort()
    }
  }

  #change(id: number, parts: Partial<UploadRow>): void {
    this.#set(this.#changed(id, parts))
  }

  #changed(id: number, parts: Partial<UploadRow>): readonly UploadRow[] {
    return this.#rows.map((row) => (row.id === id ? { ...row, ...parts } : row))
  }

  #forget(id: number): void {
    this.#uploads.delete(id)
    this.#aborts.delete(id)
    this.#set(this.#rows.filter((row) => row.id !== id))
  }

  #set(rows: readonly UploadRow[]): void {
    this.#tell(rows)
    this.#startNext()
  }

  #tell(rows: readonly UploadRow[]): void {
    this.#rows = rows
    for (const listener of this.#listeners) listener()
  }

  #startNext(): void {
    const next = this.#rows.find(({ state }) => state === 'waiting')
    const upload = next && this.#uploads.get(next.id)
    if (!next || !upload || this.#rows.filter(isSending).length >= sentAtOnce) return
    void this.#run(next.id, upload)
    this.#startNext()
  }
}
