import type { TestDatabase } from './test-database.ts'

/**
 * Takes row-level security out of the database of this test file, for good: after that only what a statement says of the
 * tenant keeps the rows of others away. The database has to be the file's own.
 */
export async function takePoliciesOut({ look }: Pick<TestDatabase, 'look'>): Promise<void> {
  await look(`do $$
    declare
      protected regclass;
    begin
      for protected in select oid::regclass from pg_class where relrowsecurity loop
        execute format('alter table %s disable row level security', protected);
      end loop;
    end
  $$`)
}
