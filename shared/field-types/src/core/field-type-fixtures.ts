import type { FieldType, FilterOperator } from '@pim/contract'
import type { SettingsChange } from './change.ts'
import type { IndexKeys, PlacedReference } from './field-type-model.ts'
import type { ValueCode } from './issue.ts'

/** `settings` everywhere names one of `settings`; left out, `default`. */
export interface ValidFixture {
  readonly settings?: string
  readonly value: unknown
  /** Left out: the value as it is. */
  readonly normalised?: unknown
  readonly indexKeys?: IndexKeys
  readonly plainText?: string
  readonly searchText?: string
  readonly uniqueKey?: string | null
  readonly delivered?: unknown
  readonly references?: readonly PlacedReference[]
  /** As it stands in a file. */
  readonly text?: string
}

export interface InvalidFixture {
  readonly settings?: string
  readonly value: unknown
  readonly code: ValueCode
  readonly path?: string
}

export interface FilterFixture {
  readonly settings?: string
  /** One per item; null for an item without a value. */
  readonly values: readonly unknown[]
  readonly cases: readonly {
    readonly operator: FilterOperator
    readonly value?: unknown
    readonly values?: readonly unknown[]
    /** Places in `values` of those that are found. */
    readonly matches: readonly number[]
  }[]
}

/** Plain JSON, so that the same cases can be sent through a running server. */
export interface FieldTypeFixtures {
  readonly type: FieldType
  readonly settings: { readonly default: object } & Readonly<Record<string, object>>
  readonly badSettings: readonly unknown[]
  readonly valid: readonly ValidFixture[]
  readonly invalid: readonly InvalidFixture[]
  readonly filters: readonly FilterFixture[]
  readonly badFilters: readonly { operator: FilterOperator; value?: unknown; values?: readonly unknown[] }[]
  readonly settingsChanges: readonly { before: object; after: object; change: SettingsChange }[]
}

const id = (number: number): string => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The ids that fixtures refer to. Whoever checks references puts ids of real things in their place. */
export const fixtureIds = {
  concepts: [id(11), id(12), id(13)],
  items: [id(21), id(22), id(23)],
  medias: [id(31), id(32), id(33)],
  binaries: [id(41), id(42)],
} as const satisfies Record<string, readonly string[]>
