import { setTimeout as wait } from 'node:timers/promises'
import { apiAs } from './fixtures/api.ts'

/** Before all specs: the demo of each lane's product is whole. */
export default async function demosReady(): Promise<void> {
  const origins = (process.env.PIM_E2E_ORIGINS ?? '').split(' ')
  await Promise.all(origins.map(demoReady))
}

/** The demo's products come right after the door opens; tests wait until they are all there. */
export async function demoReady(origin: string): Promise<void> {
  for (const tenant of ['acme', 'nordic']) {
    const { jobs } = await apiAs(origin, 'admin', tenant)
    for (let tries = 0; tries < 240; tries++) {
      const { items } = await jobs.getJobs()
      const failed = items.find(({ status }) => status === 'failed')
      if (failed) throw new Error(`${failed.kind} failed: ${failed.error}`)
      if (items.length > 0 && items.every(({ status }) => status === 'done')) break
      await wait(500)
    }
  }
}
