import type { contract } from '@pim/contract'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { TaxonomiesDependencies, TaxonomyAuthor } from './access.ts'
import { createConceptsService } from './concepts-service.ts'
import { createTaxonomiesService } from './taxonomies-service.ts'

const authorOf = ({ tenant, user }: TenantContext): TaxonomyAuthor => ({
  tenantId: tenant.tenantId,
  userId: user.userId,
})

export const taxonomiesHandlers = (deps: TaxonomiesDependencies): Handlers<typeof contract.taxonomies> => {
  const taxonomies = createTaxonomiesService(deps)
  const concepts = createConceptsService(deps)
  return {
    createTaxonomy: ({ query, context }) => taxonomies.create(authorOf(context), query),
    getTaxonomies: ({ context }) => taxonomies.list(context.tenant.tenantId),
    getTaxonomy: ({ params, context }) => taxonomies.whole(context.tenant.tenantId, params.taxonomyId, context.headers),
    changeTaxonomy: ({ params, query, context }) => taxonomies.change(authorOf(context), params.taxonomyId, query),
    deleteTaxonomy: ({ params, query, context }) =>
      taxonomies.remove(authorOf(context), params.taxonomyId, query.detach),
    createConcept: ({ params, query, context }) => concepts.create(authorOf(context), params.taxonomyId, query),
    getConcept: ({ params, context }) => concepts.get(context.tenant.tenantId, params.taxonomyId, params.conceptId),
    changeConcept: ({ params, query, context }) =>
      concepts.change(authorOf(context), params.taxonomyId, params.conceptId, query),
    deleteConcept: ({ params, query, context }) =>
      concepts.remove(authorOf(context), params.taxonomyId, params.conceptId, query.detach),
  }
}
