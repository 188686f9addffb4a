/** The workers of the coordinator that a run is made against, as connection strings with spaces between; left out in an ordinary run. */
export const citusWorkersVariable = 'PIM_TEST_CITUS_WORKERS'

export const clusterWorkers = (): string[] => process.env[citusWorkersVariable]?.split(' ') ?? []
