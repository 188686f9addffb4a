import type { contract } from '@pim/contract'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { exportItems } from './export-items.ts'

export const exportHandlers = ({ database }: { readonly database: Database }): Handlers<typeof contract.export> => ({
  exportItems: ({ body, context }) => exportItems(database, context.tenant.tenantId, body),
})
