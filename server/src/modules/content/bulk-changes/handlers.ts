import type { contract } from '@pim/contract'
import { defaultLanguage } from '@pim/contract/core/language.ts'
import { actorOf } from '../../../core/caller.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { FileWorkers } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { createExportPlaces } from '../exports/export-places.ts'
import { changeFor, requireImport, requireOwn, rowFor } from '../imports/import-key.ts'
import type { BulkChanges, Editor } from './bulk-changes.ts'
import { sendReport } from './report.ts'
import { type RowsToMendParts, sendRowsToMend } from './rows-to-mend.ts'

export function bulkChangeHandlers({
  database,
  importFiles,
  fileWorkers,
  bulkChanges,
  strings,
}: {
  readonly database: Database
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
  readonly bulkChanges: BulkChanges
  readonly strings: RowsToMendParts['strings']
}): Handlers<typeof contract.bulkChange> {
  const editorOf = (context: TenantContext): Editor => ({ actor: actorOf(context), role: context.tenant.role })
  // Each has the whole file read.
  const inPlace = createExportPlaces()
  /** The look-up is for keys alone. */
  const requireOwnChange = async (context: TenantContext, bulkChangeId: string) => {
    if (context.importKey !== undefined)
      requireOwn(context, await bulkChanges.stored(context.tenant.tenantId, bulkChangeId))
  }
  const steer =
    (action: 'pause' | 'resume' | 'cancel' | 'rehearse') =>
    async ({
      params,
      context,
    }: {
      readonly params: { readonly bulkChangeId: string }
      readonly context: TenantContext
    }) => {
      await requireOwnChange(context, params.bulkChangeId)
      return changeFor(context, await bulkChanges.steer(editorOf(context), params.bulkChangeId, action))
    }
  return {
    createBulkChange: async ({ body, context }) => {
      if (context.importKey !== undefined) await requireImport(context, importFiles, body)
      return changeFor(context, await bulkChanges.make(editorOf(context), body))
    },
    getBulkChanges: ({ query, context }) => bulkChanges.list(context.tenant.tenantId, query),
    getBulkChange: async ({ params, context }) => {
      const found = await bulkChanges.read(context.tenant.tenantId, params.bulkChangeId)
      requireOwn(context, found)
      return changeFor(context, found)
    },
    getBulkChangeRows: async ({ params, query, context }) => {
      await requireOwnChange(context, params.bulkChangeId)
      const page = await bulkChanges.rows(context.tenant.tenantId, params.bulkChangeId, query)
      return { ...page, items: page.items.map(rowFor(context)) }
    },
    getColumnProblems: ({ params, context }) =>
      bulkChanges.columnProblems(context.tenant.tenantId, params.bulkChangeId),
    getImportAdditions: ({ params, context }) => bulkChanges.additions(context.tenant.tenantId, params.bulkChangeId),
    getBulkChangeReport: async ({ params, query, context }) => {
      const { tenantId } = context.tenant
      const found = await bulkChanges.read(tenantId, params.bulkChangeId)
      requireOwn(context, found)
      const { bulkChangeId } = found
      return sendReport(database, tenantId, bulkChangeId, { ...query, shownTo: rowFor(context) })
    },
    getRowsToMend: async ({ params, query, context }) => {
      const { tenant, signal } = context
      const { tenantId } = tenant
      const stored = await bulkChanges.stored(tenantId, params.bulkChangeId)
      requireOwn(context, stored)
      const parts = { database, importFiles, fileWorkers, strings }
      const asked = { ...stored, languageCode: query.languageCode ?? defaultLanguage }
      return inPlace(tenantId, signal, (onRow) => sendRowsToMend(parts, tenantId, asked, onRow))
    },
    leaveOutRows: ({ params, body, context }) => bulkChanges.leaveOut(editorOf(context), params.bulkChangeId, body),
    chooseChangedValues: ({ params, body, context }) =>
      bulkChanges.chooseChanged(editorOf(context), params.bulkChangeId, body),
    executeBulkChange: async ({ params, body, context }) => {
      await requireOwnChange(context, params.bulkChangeId)
      return changeFor(context, await bulkChanges.execute(editorOf(context), params.bulkChangeId, body.fingerprint))
    },
    pauseBulkChange: steer('pause'),
    resumeBulkChange: steer('resume'),
    cancelBulkChange: steer('cancel'),
    rehearseBulkChange: steer('rehearse'),
  }
}
