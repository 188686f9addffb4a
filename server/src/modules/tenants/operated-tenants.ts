import type { Readable } from 'node:stream'
import type { OperatedTenant, OperatedTenantPage, Paging } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExportedTenant } from '../../platform/tenant-export/index.ts'
import { recordChange } from '../audit/index.ts'
import type { Usage } from '../quotas/index.ts'
import { findExportable } from './exportable.ts'
import { findRunningErasures } from './tenant-erasure.repository.ts'
import { findOperated, listOperated, type OperatedRow, pauseTenant, resumeTenant } from './tenant-pause.repository.ts'

export interface OperatedTenantsParts {
  readonly database: Database
  readonly usage: Usage
  /** The tar of a tenant, made while it is read. */
  readonly exporting: (tenantId: string, tenant: ExportedTenant) => Readable
  /** Tells every server that people, keys and jobs of the tenant are let in or not from now on. */
  readonly changed: (trx: Transaction, tenantId: string) => Promise<void>
}

export type OperatedTenants = ReturnType<typeof createOperatedTenants>

/** Tenants as those see them who run the installation. They need not be members. */
export function createOperatedTenants({ database, usage, exporting, changed }: OperatedTenantsParts) {
  const shown = async (row: OperatedRow): Promise<OperatedTenant> => ({
    externalId: row.externalId,
    friendlyName: row.friendlyName,
    openedAt: row.openedAt,
    ...(row.pausedAt !== null && {
      pause: { at: row.pausedAt, by: row.pausedBy ?? '', reason: row.pauseReason ?? '' },
    }),
    quotas: await usage(row.tenantId),
  })

  const find = async (externalId: string): Promise<OperatedRow> => {
    const row = await database.asSystem((system) => findOperated(system, externalId))
    if (row === undefined) throw new Problem('NOT_FOUND')
    return row
  }

  const list = async ({
    pageNumber,
    pageSize,
    searchText = '',
  }: Paging & { readonly searchText?: string | undefined }): Promise<OperatedTenantPage> => {
    const { erasures, rows, count } = await database.asSystem(async (system) => {
      const erasures = await findRunningErasures(system)
      const without = erasures.map(({ tenantId }) => tenantId)
      const offset = (pageNumber - 1) * pageSize
      return { erasures, ...(await listOperated(system, { searchText, without, offset, limit: pageSize })) }
    })
    const items: OperatedTenant[] = []
    // One after the other: a page of them leaves connections for others.
    for (const row of rows) items.push(await shown(row))
    return {
      items,
      paging: { pageNumber, pageSize, totalCount: count, totalPages: Math.ceil(count / pageSize) },
      beingErased: erasures.map(({ externalId, begunAt, removed }) => ({
        externalId,
        begunAt,
        removed,
        status: 'running',
      })),
    }
  }

  /** What has been done already is not noted again. */
  const change = async (
    externalId: string,
    { action, by, reason }: { readonly action: string; readonly by: string; readonly reason: string | undefined },
    update: (trx: Transaction, tenantId: string) => Promise<boolean>,
  ): Promise<OperatedTenant> => {
    const { tenantId } = await find(externalId)
    await database.inTenant(tenantId, async (trx) => {
      if (!(await update(trx, tenantId))) return
      await Promise.all([
        recordChange(trx, tenantId, {
          userId: by,
          action,
          entityKind: 'tenant',
          entityId: externalId,
          details: { ...(reason !== undefined && { reason }) },
        }),
        changed(trx, tenantId),
      ])
    })
    return shown(await find(externalId))
  }

  /** Noted before the first byte is sent. Answers a tar that is made while it is read. */
  const exportOf = async (externalId: string, by: string): Promise<HttpResponse> => {
    const found = await findExportable(database, externalId)
    if (found === undefined) throw new Problem('NOT_FOUND')
    const { tenantId, tenant } = found
    const change = { userId: by, action: 'tenant.export', entityKind: 'tenant', entityId: externalId }
    await database.inTenant(tenantId, (trx) => recordChange(trx, tenantId, change))
    const headers = {
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${externalId}.tar"`,
    }
    return new HttpResponse(200, headers, exporting(tenantId, tenant))
  }

  return {
    list,
    export: exportOf,
    pause: (externalId: string, reason: string, by: string) =>
      change(externalId, { action: 'tenant.pause', by, reason }, (trx, tenantId) =>
        pauseTenant(trx, tenantId, { by, reason }),
      ),
    resume: (externalId: string, reason: string | undefined, by: string) =>
      change(externalId, { action: 'tenant.resume', by, reason }, resumeTenant),
  }
}
