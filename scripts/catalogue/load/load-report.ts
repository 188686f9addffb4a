import type { LeftOutKind } from '@pim/contract'
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

/** An item of the bundle that staff have deleted, and that stays deleted. */
export interface Deleted {
  readonly subject: string
  readonly source?: string
  readonly contentItemId: string
}

/** A thing that a rich text has no place for: how often it was left out of this field of the item. */
export interface LeftOut extends Omit<Failure, 'message'> {
  readonly kind: LeftOutKind
  readonly name: string
  readonly count: number
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
  readonly deleted: Deleted[] = []
  readonly leftOut: LeftOut[] = []

  constructor(failures: readonly Failure[] = []) {
    this.failures = [...failures]
  }
}

export const placeOf = ({ subject, field, language, source }: Omit<Failure, 'message'>): string =>
  [subject, field, language].filter((part) => part !== undefined).join(' / ') +
  (source === undefined ? '' : ` (${source})`)
