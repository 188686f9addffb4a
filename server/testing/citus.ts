import { join } from 'node:path'

/** Starts and stops a Citus cluster; lies beside the project and is no part of it. */
export const citusScript = join(import.meta.dirname, '../../../shared/citus/cluster')

/** The workers of the run's cluster, as connection strings with spaces between; left out in an ordinary run. */
export const citusWorkersVariable = 'PIM_TEST_CITUS_WORKERS'

export const clusterWorkers = (): string[] => process.env[citusWorkersVariable]?.split(' ') ?? []
