import type { contract } from '@pim/contract'
import { actorOf } from '../../core/actor.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { TaxonomiesDependencies } from './access.ts'
import { createConceptsService } from './concepts-service.ts'
import { createTaxonomiesService } from './taxonomies-service.ts'

export const taxonomiesHandlers = (deps: TaxonomiesDependencies): Handlers<typeof contract.taxonomies> => {
  const taxonomies = createTaxonomiesService(deps)
  const concepts = createConceptsService(deps)
  return {
    createTaxonomy: ({ query, context }) => taxonomies.create(actorOf(context), query),
    getTaxonomies: ({ context }) => taxonomies.list(context.tenant.tenantId),
    getTaxonomy: ({ params, context }) =>
      taxonomies.getWhole(context.tenant.tenantId, params.taxonomyId, context.headers),
    changeTaxonomy: ({ params, query, context }) => taxonomies.change(actorOf(context), params.taxonomyId, query),
    deleteTaxonomy: ({ params, query, context }) =>
      taxonomies.remove(actorOf(context), params.taxonomyId, query.detach),
    createConcept: ({ params, query, context }) => concepts.create(actorOf(context), params.taxonomyId, query),
    batchConcepts: ({ params, body, context }) => concepts.batch(actorOf(context), params.taxonomyId, body),
    getConcept: ({ params, context }) => concepts.get(context.tenant.tenantId, params.taxonomyId, params.conceptId),
    changeConcept: ({ params, query, context }) =>
      concepts.change(actorOf(context), params.taxonomyId, params.conceptId, query),
    deleteConcept: ({ params, query, context }) =>
      concepts.remove(actorOf(context), params.taxonomyId, params.conceptId, query.detach),
  }
}
