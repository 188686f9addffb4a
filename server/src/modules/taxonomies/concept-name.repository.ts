import { sql } from 'kysely'
import { prepared, type Transaction } from '../../platform/database/transaction.ts'
import { nameKeyOf } from './names.ts'

/** For each text the concepts whose names begin with it, `most` of them at most. */
export async function findConceptsNamed(
  trx: Transaction,
  tenantId: string,
  texts: readonly string[],
  most: number,
): Promise<string[][]> {
  const rows = await prepared(
    trx,
    'concepts-named',
    sql<{ at: number; conceptId: string }>`
      select asked.at::integer - 1 as at, c.concept_id as "conceptId"
      from unnest(${texts.map(nameKeyOf)}::text[]) with ordinality as asked (name, at)
      cross join lateral (
        select concept_id from concept
        where tenant_id = ${tenantId} and name_key >= asked.name and name_key < asked.name || ${lastCharacter}
        order by name_key limit ${most}
      ) c
      where asked.name <> ''`,
  )
  return texts.map((_, at) => rows.flatMap((row) => (row.at === at ? [row.conceptId] : [])))
}

/** Behind every name that begins with a text. */
const lastCharacter = '\u{10ffff}'
