import type { contract } from '@pim/contract'
import { createPlaces } from '../../../core/at-once.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { exportItems } from './export-items.ts'

/** An export holds a connection while it looks for its items, and a caller may read it for as long as they like. */
const most = { ofProcess: 8, ofTenant: 3, message: 'Other exports of the tenant are under way.' }

export function exportHandlers({ database }: { readonly database: Database }): Handlers<typeof contract.export> {
  const takePlace = createPlaces(most)
  return {
    exportItems: async ({ body, context }) => {
      const leave = takePlace(context.tenant.tenantId)
      try {
        return await exportItems(database, context.tenant.tenantId, body, leave)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
