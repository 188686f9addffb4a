import type { ContentTypeKind, contract, SearchInput } from '@pim/contract'
import { translationStates } from '@pim/contract/content-variation/translation.ts'
import { reaches } from '@pim/contract/core/roles.ts'
import { Problem } from '../../../core/problem.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { countTranslations } from '../write/content-count.repository.ts'
import { lookUpItems, type SearchDependencies, search } from './service.ts'

export const searchHandlers = (deps: SearchDependencies): Handlers<typeof contract.search> => {
  const searchFor =
    (kind: ContentTypeKind | undefined) =>
    ({ body = {}, context }: { readonly body: SearchInput | undefined; readonly context: TenantContext }) => {
      if (body.includeDeleted === true && !reaches(context.tenant.role, 'editor'))
        throw new Problem('FORBIDDEN', { message: 'Deleted content is shown to editors.' })
      return search(deps, context.tenant.tenantId, kind, body, { signal: context.signal })
    }
  return {
    searchAll: searchFor(undefined),
    searchUserContent: searchFor('user'),
    searchMediaContent: searchFor('media'),
    lookUpItems: ({ body, context }) => lookUpItems(deps, context.tenant.tenantId, body, { signal: context.signal }),
    getTranslationCounts: ({ context: { tenant, signal } }) =>
      deps.database.inTenantReadOnly(
        tenant.tenantId,
        async (trx) =>
          (await countTranslations(trx, tenant.tenantId, ['user'])).map(({ translationState, ...each }) => ({
            ...each,
            state: translationStates[translationState] ?? 'missing',
          })),
        { signal },
      ),
  }
}
