import type { contract } from '@pim/contract'
import type { Handlers } from '../../../http/handlers.ts'
import { type ExportSources, exportItems } from './export-items.ts'
import { createExportPlaces } from './export-places.ts'

export function exportHandlers(sources: ExportSources): Handlers<typeof contract.export> {
  const inPlace = createExportPlaces()
  return {
    exportItems: ({ body, context: { tenant, signal } }) =>
      inPlace(tenant.tenantId, signal, (onRow) => exportItems(sources, tenant.tenantId, body, onRow)),
  }
}
