import type { contract } from '@pim/contract'
import { actorOf } from '../../core/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { TaxonomiesDependencies } from './access.ts'
import { createConceptsService } from './concepts-service.ts'
import { exportConcepts } from './files/export-concepts.ts'
import { createConceptImports } from './files/import-concepts.ts'
import { createTaxonomiesService } from './taxonomies-service.ts'

export const taxonomiesHandlers = (deps: TaxonomiesDependencies): Handlers<typeof contract.taxonomies> => {
  const taxonomies = createTaxonomiesService(deps)
  const concepts = createConceptsService(deps)
  const imports = createConceptImports(deps)
  return {
    createTaxonomy: ({ query, context }) => taxonomies.create(actorOf(context), query),
    getTaxonomies: ({ context }) => taxonomies.list(context.tenant.tenantId),
    getTaxonomy: ({ params, query, context }) =>
      taxonomies.getWhole(context.tenant.tenantId, params.taxonomyId, query.variationId, context.headers),
    getConceptChildren: ({ params, query, context }) =>
      concepts.children(context.tenant.tenantId, params.taxonomyId, query),
    locateConcepts: ({ params, body, context }) => concepts.locate(context.tenant.tenantId, params.taxonomyId, body),
    changeTaxonomy: ({ params, query, ifMatch, context }) =>
      taxonomies.change(actorOf(context), params.taxonomyId, query, ifMatch),
    deleteTaxonomy: ({ params, query, ifMatch, context }) =>
      taxonomies.remove(actorOf(context), params.taxonomyId, query.detach, ifMatch),
    createConcept: ({ params, query, context }) => concepts.create(actorOf(context), params.taxonomyId, query),
    batchConcepts: ({ params, body, context }) => concepts.batch(actorOf(context), params.taxonomyId, body),
    exportConcepts: ({ params, query, context }) =>
      exportConcepts(deps.database, context.tenant.tenantId, params.taxonomyId, query.format),
    rehearseConceptImport: ({ params, query, upload, context }) =>
      imports.rehearse(context.tenant.tenantId, params.taxonomyId, upload, query),
    importConcepts: ({ params, query, upload, context }) =>
      imports.execute(actorOf(context), params.taxonomyId, upload, query),
    getLastConceptImport: ({ params, context }) => imports.last(context.tenant.tenantId, params.taxonomyId),
    undoConceptImport: ({ params, body, context }) => imports.undo(actorOf(context), params.taxonomyId, body.importId),
    getConcept: ({ params, context }) => concepts.get(context.tenant.tenantId, params.taxonomyId, params.conceptId),
    changeConcept: ({ params, query, ifMatch, context }) => concepts.change(actorOf(context), params, query, ifMatch),
    changeConceptWords: ({ params, body, ifMatch, context }) =>
      concepts.changeWords(actorOf(context), params, body, ifMatch),
    searchConcepts: ({ body, context }) => concepts.search(context.tenant.tenantId, body),
    lookUpConcepts: ({ body, context }) => concepts.lookUp(context.tenant.tenantId, body),
    planConceptStep: ({ params, body, context }) => concepts.plan(context.tenant.tenantId, params, body),
    takeConceptStep: ({ params, body, context }) => concepts.take(actorOf(context), params, body),
    getConceptMerges: ({ params, context }) => concepts.merges(context.tenant.tenantId, params),
    undoConceptMerge: ({ params, context }) => concepts.unmerge(actorOf(context), params),
    deleteConcept: ({ params, query, ifMatch, context }) =>
      concepts.remove(actorOf(context), params, query.detach, ifMatch),
  }
}
