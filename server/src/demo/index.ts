import type { Dependencies } from '../dependencies.ts'
import { handleDemoContent, orderDemoContent } from './demo-content.ts'
import { demoKey, demoTenants, layFoundation } from './foundation.ts'
import { hasAnyTenant, oneAtATime } from './repository.ts'

/**
 * Fills an empty database with something to look at: tenants, languages, types, taxonomies and the delivery key before
 * the door opens, and the content itself right after, as a job, so that it survives whatever interrupts it. A database
 * that anybody has used is left alone. Answers what to tell whoever started the server.
 */
export async function seedDemo(platform: Dependencies): Promise<readonly string[]> {
  handleDemoContent(platform)
  await oneAtATime(platform.database, async () => {
    if (await hasAnyTenant(platform.database)) return
    await layFoundation(platform)
    for (const { externalId } of demoTenants) await orderDemoContent(platform, externalId)
  })
  return [`Delivery key of acme: ${demoKey}`]
}
