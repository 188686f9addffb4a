import { setTimeout as wait } from 'node:timers/promises'
import { apiAs } from './fixtures/api.ts'

/** The demo's products come right after the door opens; tests wait until they are all there. */
export default async function demoReady(): Promise<void> {
  const origin = `http://localhost:${process.env.PIM_E2E_PORT}`
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
