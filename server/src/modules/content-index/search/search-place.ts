import type { ContentTypeKind } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredType } from '../../content-model/index.ts'
import type { Reader, WordsPlace } from '../../reader/index.ts'

/** Where a search looks. */
export interface SearchPlace {
  readonly tenantId: string
  readonly where: WordsPlace
  /** Asks the tenant's file. */
  readonly ask: AskFile
  readonly read: ReadTruth
}

/** Reads from PostgreSQL what files do not have, in a transaction that is begun for it or that the caller is in. */
export type ReadTruth = <Result>(work: (trx: Transaction) => Promise<Result>) => Promise<Result>

export type AskFile = <Asked extends Parameters<Reader['ask']>[1]>(
  kind: Asked,
  question: Parameters<typeof Reader.prototype.ask<Asked>>[2],
  options?: Parameters<typeof Reader.prototype.ask<Asked>>[3],
) => ReturnType<typeof Reader.prototype.ask<Asked>>

export interface AskedWords {
  readonly kinds: readonly ContentTypeKind[]
  /** Languages of the variation and of those that it inherits from, nearest first. */
  readonly languageCodes: readonly string[]
  readonly searchText: string
  /** Content types that are listed. */
  readonly types: readonly StoredType[]
}
