import type { ContentTypeKind, contract, SearchInput } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { Problem } from '../../../core/problem.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { search } from './service.ts'

export const searchHandlers = (deps: { readonly database: Database }): Handlers<typeof contract.search> => {
  const searchFor =
    (kind: ContentTypeKind | undefined) =>
    ({ body = {}, context }: { readonly body: SearchInput | undefined; readonly context: TenantContext }) => {
      if (body.includeDeleted === true && !reaches(context.tenant.role, 'editor'))
        throw new Problem('FORBIDDEN', { message: 'Deleted content is shown to editors.' })
      return search(deps.database, context.tenant.tenantId, kind, body, { signal: context.signal })
    }
  return {
    searchAll: searchFor(undefined),
    searchUserContent: searchFor('user'),
    searchMediaContent: searchFor('media'),
  }
}
