import { describe, expect, it } from '@rstest/core'
import type { RecordedCatalog } from '../../server/testing/recorded-statements.ts'
import { statementRules } from './statement-rules.ts'
import { factsOf } from './statement-tree.ts'

const catalog: RecordedCatalog = {
  tables: { tenant: 'reference', job: 'local', content_item: 'distributed', content_variation: 'distributed' },
  definers: ['find_matches'],
  stable: ['now', 'jsonb_build_object'],
  volatile: ['nextval'],
}

/** The names of the rules that the statement breaks; its first parameter is the tenant. */
function broken(text: string, tenants: readonly number[] | null = [1]): string[] {
  const facts = factsOf(text)
  const statement = { name: 'server/src/a.ts find', text, tenants }
  return statementRules.flatMap((rule) => (rule.find(facts, statement, catalog).length > 0 ? [rule.name] : []))
}

/** By rule, statements that break it and no other one. */
const planted: Readonly<Record<string, readonly string[]>> = {
  'each spread table is named with its tenant': [
    'select name from content_item where content_item_id = $1',
    'select i.name from content_item i join content_variation v on v.tenant_id = i.tenant_id where i.tenant_id = $1',
    'select name from content_item where tenant_id = $2',
    'select name from content_item where tenant_id = $1 or is_deleted',
    'select name from content_item where tenant_id = any($1)',
    'select (select count(*) from content_variation) from content_item i where i.tenant_id = $1',
    'with v as (select content_item_id from content_variation) select name from content_item join v using (content_item_id) where content_item.tenant_id = $1',
    'update content_item set name = $2 where content_item_id = $3',
    'update content_item i set name = v.name from content_variation v where v.tenant_id = i.tenant_id and i.tenant_id = $1',
    'delete from content_item using content_variation v where v.tenant_id = $1',
    'insert into content_item (tenant_id, name) values ($2, $1)',
    'insert into content_item (name) values ($1)',
    'insert into content_item (tenant_id, name) select id, $1 from unnest($2) as id returning null',
    'select 1 from tenant where exists (select 1 from content_item where content_item.tenant_id = tenant.tenant_id)',
    'select name from content_item where tenant_id = $1 union all select name from content_variation',
  ],
  'one statement goes to one server': [
    'select name from content_item i, job where i.tenant_id = $1',
    "with made as (insert into job (tenant_id) values ($1) returning job_id) update content_item set name = '' where tenant_id = $1",
    'select name from content_item i left join user_profile on true where i.tenant_id = $1',
  ],
  'a text has one statement': ['select 1; select name from content_item where tenant_id = $1'],
  'no query among the values of an insert': [
    'insert into content_item (tenant_id, place) values ($1, (select count(*) from unnest($2)))',
    'insert into content_item (tenant_id, place) values ($1, coalesce((select max($2)), 1))',
  ],
  'an insert by a query says what becomes of a conflict, or returns something': [
    'insert into content_item (tenant_id, name) select $1, name from unnest($2) as row (name)',
  ],
  'an update calls only what the worker may work out': [
    "update content_item set details = jsonb_build_object('was', name) where tenant_id = $1",
    'update content_item set place = nextval($2) where tenant_id = $1',
    'insert into content_item (tenant_id) values ($1) on conflict (tenant_id) do update set seen_at = now()',
    'insert into tenant (tenant_id) values ($1) on conflict (tenant_id) do update set seen_at = current_timestamp',
  ],
  'what reads past the policies is called beside a table of the tenant': ['select * from find_matches($1, $2)'],
}

const innocent = [
  'select i.name from content_item i join content_variation v on v.tenant_id = $1 where i.tenant_id = $1::uuid',
  'select name from content_item where (tenant_id, content_item_id) = ($1, $2)',
  "select name from content_item where tenant_id = '01900000-0000-7000-8000-000000000001'",
  'with content_item as (select 1 as name) select name from content_item',
  'insert into content_item (tenant_id, name) values ($1, $2), ($1, $3)',
  'insert into content_item (tenant_id, name) select $1::uuid, name from unnest($2) as row (name) returning null',
  'insert into content_item (tenant_id, name) select tenant_id, name from content_variation where tenant_id = $1 on conflict do nothing',
  'select m.id from content_item i, find_matches($1, $2) m where i.tenant_id = $1',
  'select job_id from job where run_after < now() for update skip locked',
  'insert into user_profile (id) values ($1) on conflict (id) do update set seen_at = now()',
  'select external_id from tenant',
  'update content_item set changed_at = now(), name = lower(name) where tenant_id = $1',
  'select api_key_id from api_key_by_hash($1)',
]

describe('a statement for a distributed database', () => {
  it.each(statementRules.map(({ name }) => name))('is seen to break the rule: %s', (rule) => {
    expect(planted[rule]?.length).toBeGreaterThan(0)
    for (const text of planted[rule] ?? []) expect([text, broken(text)]).toEqual([text, [rule]])
  })

  it('keeps every rule where it names its tenant', () => {
    for (const text of innocent) expect([text, broken(text)]).toEqual([text, []])
  })

  it('of no tenant names one by any value', () => {
    const text = 'delete from content_item where tenant_id = $2'
    expect(broken(text, null)).toEqual([])
    expect(broken(text)).not.toEqual([])
    expect(broken('delete from content_item', null)).not.toEqual([])
  })
})
