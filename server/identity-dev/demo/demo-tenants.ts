import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CreateTenant, createTenantSchema } from '@pim/contract'
import { z } from 'zod'

export type DemoTenant = CreateTenant

/** Of a bundle, only what a tenant is opened with; the loader reads the rest. */
const bundleSchema = z.object({
  tenant: createTenantSchema.pick({ friendlyName: true, featureToggles: true, deliveryTargets: true }),
  variations: z.tuple([createTenantSchema.shape.defaultVariation], z.unknown()),
})

/** Each folder below `demo/` is a tenant of that name. */
export async function readDemoTenants(root: string): Promise<DemoTenant[]> {
  const folder = join(root, 'demo')
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (externalId) => {
      const text = await readFile(join(folder, externalId, 'bundle.json'), 'utf8')
      const { tenant, variations } = bundleSchema.parse(JSON.parse(text))
      return createTenantSchema.parse({ externalId, ...tenant, defaultVariation: variations[0] })
    }),
  )
}
