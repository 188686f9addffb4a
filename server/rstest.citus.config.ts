import { defineConfig } from '@rstest/core'
import usual from './rstest.config.ts'

/** The tests that run once more, against a distributed database: docs/adr/0014-distributed-postgresql.md says which. */
export default defineConfig({
  ...usual,
  // One process for all files: most of the time of a file is loading the server.
  isolate: false,
  globalSetup: ['testing/citus-setup.ts'],
  include: [
    'src/platform/database/distribute.cluster-test.ts',
    'src/platform/jobs/jobs.test.ts',
    'src/modules/api-keys/{api-keys,import-keys}.test.ts',
    'src/modules/audit/audit.test.ts',
    'src/modules/content/operations/{items,mark-translated,save-variation,take-step}.test.ts',
    'src/modules/content/{drafts-never-leak,long-values,races,reference-model,type-locks}.test.ts',
    'src/modules/content/batch/change-items.test.ts',
    'src/modules/content/plans/{channels,kept-plan,publish-plan,random-plans}.test.ts',
    'src/modules/content/bulk/{concept-steps,detach-concepts,rewrite-items}.test.ts',
    'src/modules/content/bulk-changes/{bulk-changes,bulk-change-races,links-between-rows,imports-by-profile}.test.ts',
    'src/modules/content-index/page/{count,filter,search,sort}.test.ts',
    'src/modules/content-index/write/write-index.test.ts',
    'src/modules/delivery/{channel-variations,delivery}.test.ts',
    'src/modules/content/imports/pictures-by-address.test.ts',
    'src/modules/erasure/erasure.test.ts',
    'src/modules/events/event.test.ts',
    'src/modules/import-files/fetch-import-file.test.ts',
    'src/modules/taxonomies/{change-concepts,concept-words,tree-parts}.test.ts',
    'src/modules/taxonomies/files/concept-files.test.ts',
    'src/modules/quotas/quotas.test.ts',
    'src/modules/saved-choices/saved-choices.test.ts',
    'src/modules/schedules/{schedules,scheduled-exports}.test.ts',
    'src/modules/tenants/{channels,erase-tenant,operated-tenants,tenants}.test.ts',
    'src/http/{isolation,walk}.test.ts',
  ],
})
