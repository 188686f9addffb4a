import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@pim/contract'
import { ApiSession } from '../catalogue/load/api-session.ts'

/** Resolves when a product that is starting, for the first time, has loaded its demo. */
export async function untilDemoIsThere(baseUrl: string): Promise<void> {
  const isReady = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(500)
  const session = new ApiSession({ baseUrl, credentials: { username: 'admin', password: 'admin' } })
  for (const tenant of ['acme', 'nordic']) {
    session.tenant = tenant
    const isLoading = async () => {
      const { items } = await session.call(contract.jobs.getJobs, { query: { pageNumber: 1, pageSize: 25 } })
      return items.some(({ finishedAt }) => finishedAt === null)
    }
    while (await isLoading()) await sleep(1_000)
  }
}
