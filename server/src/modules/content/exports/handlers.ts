import type { contract } from '@pim/contract'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { exportItems } from './export-items.ts'
import { createExportPlaces } from './export-places.ts'

export function exportHandlers({ database }: { readonly database: Database }): Handlers<typeof contract.export> {
  const inPlace = createExportPlaces()
  return {
    exportItems: ({ body, context: { tenant, signal } }) =>
      inPlace(tenant.tenantId, signal, (onRow) => exportItems(database, tenant.tenantId, body, onRow)),
  }
}
