import { readDataSettings } from '../config.ts'
import { sweepOrphans } from '../modules/binary/index.ts'
import { findImportKeys } from '../modules/import-files/index.ts'
import { findTenantIds } from '../modules/tenants/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { withData } from './data.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Removes the files of all tenants that no row names; answers for each tenant what became of them. */
export const sweep = (variables: Variables, options: { readonly all: boolean }) =>
  withData(readDataSettings(variables), async ({ address, files }) => {
    const database = openDatabase({ address })
    try {
      const swept: { tenantId: string; removed: number; isRefused: boolean }[] = []
      for (const tenantId of await database.asSystem(findTenantIds))
        swept.push({
          tenantId,
          ...(await sweepOrphans({ database, objects: files, findOthers: findImportKeys }, tenantId, options)),
        })
      return swept
    } finally {
      await database.close()
    }
  })
