import type { RawBuilder } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'

/** A statement that every save or reading sends: planned once for each connection. One name is one text. */
export const statement = <Row>(trx: Transaction, name: string, query: RawBuilder<Row>): Promise<Row[]> =>
  prepared<Row>(trx, `content-${name}`, { compile: () => query.compile(trx) })
