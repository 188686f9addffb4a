import type { Failure } from '../bundle.ts'

/** A value that was kept, because something else than a load has changed it last. */
export interface Kept {
  readonly subject: string
  /** Left out: of the whole item. */
  readonly field?: string
  readonly language?: string
  readonly source?: string
  readonly by: string
  readonly at: string
}

/** An item that stays a draft, because no channel has all the values that it requires. */
export interface Unready {
  readonly subject: string
  readonly source?: string
  /** The fields that it lacks. */
  readonly fields: readonly string[]
}

/** All that a load has to tell, counted as it goes. */
export class LoadReport {
  created = 0
  changed = 0
  unchanged = 0
  /** Variations. */
  published = 0
  readonly failures: Failure[]
  readonly kept: Kept[] = []
  readonly unready: Unready[] = []

  constructor(failures: readonly Failure[] = []) {
    this.failures = [...failures]
  }
}

export const placeOf = ({ subject, field, language, source }: Omit<Failure, 'message'>): string =>
  [subject, field, language].filter((part) => part !== undefined).join(' / ') +
  (source === undefined ? '' : ` (${source})`)
