import type { Status, Variation } from '@pim/contract'
import type { ApiSession } from './api-session.ts'
import type { FieldLookup, Values } from './references.ts'

export interface ItemToLoad {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly keyField: string | undefined
  readonly author: string | undefined
  /** By language; the default language's first, and values shared by all among them. */
  readonly values: ReadonlyMap<string, Values>
  /** The status that it is meant to have, by language. */
  readonly status: (languageCode: string) => Status
}

/** With all its values, and what is saved after publishing, by language. */
export interface WholeItem extends ItemToLoad {
  readonly pending: ReadonlyMap<string, Values>
}

/** What every phase of a load needs. */
export interface LoadContext {
  /** Reads, and does whatever nobody is named for. */
  readonly session: ApiSession
  readonly writer: (author?: string) => ApiSession
  readonly publisher: ApiSession
  /** By language. */
  readonly variations: ReadonlyMap<string, Variation>
  readonly defaultVariationId: string
  readonly fieldOf: FieldLookup
  /** How many calls at a time. */
  readonly width: number
  /** One item is through with one phase. */
  readonly step: () => void
}

export const idOf = ({ contentType, key }: Pick<ItemToLoad, 'contentType' | 'key'>): string => `${contentType}/${key}`
