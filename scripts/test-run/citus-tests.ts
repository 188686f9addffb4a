import type { Outcome } from '../checks/part.ts'
import { unitTests } from './unit-tests.ts'

/** The server's tests against a distributed database that a setting names: docs/adr/0014-distributed-postgresql.md. */
export async function citusTests(tell: (line: string) => void): Promise<Outcome> {
  if (process.env.PIM_TEST_COORDINATOR)
    return unitTests({ name: 'citus', folder: 'server', config: 'rstest.citus.config.ts' }, tell)
  tell('skipped, as PIM_TEST_COORDINATOR names no coordinator')
  return { passed: 0, failed: 0, failures: [], files: [] }
}
