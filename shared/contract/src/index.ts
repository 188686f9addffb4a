import { apiKeysRoutes } from './api-keys/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { binaryRoutes } from './binary/routes.ts'
import { bulkChangeRoutes } from './bulk-change/routes.ts'
import { clientConfigurationRoutes } from './client-configuration/routes.ts'
import { contentItemRoutes } from './content-item/routes.ts'
import { contentModelRoutes } from './content-model/routes.ts'
import { contentVariationRoutes } from './content-variation/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { deployKeysRoutes } from './deploy-keys/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { importRoutes } from './import/routes.ts'
import { installationRoutes } from './installation/routes.ts'
import { jobsRoutes } from './jobs/routes.ts'
import { membersRoutes } from './members/routes.ts'
import { publishPlanRoutes } from './publish-plan/routes.ts'
import { quotasRoutes } from './quotas/routes.ts'
import { resourcesRoutes } from './resources/routes.ts'
import { savedChoicesRoutes } from './saved-choices/routes.ts'
import { schedulesRoutes } from './schedules/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sectionsRoutes } from './sections/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { taxonomiesRoutes } from './taxonomies/routes.ts'
import { tenantsRoutes } from './tenants/routes.ts'
import { userProfileRoutes } from './user-profile/routes.ts'

/** Every call of the API, by domain and operation. */
export const contract = {
  clientConfiguration: clientConfigurationRoutes,
  settings: settingsRoutes,
  resources: resourcesRoutes,
  userProfile: userProfileRoutes,
  tenants: tenantsRoutes,
  installation: installationRoutes,
  members: membersRoutes,
  contentModel: contentModelRoutes,
  contentItem: contentItemRoutes,
  contentVariation: contentVariationRoutes,
  publishPlan: publishPlanRoutes,
  bulkChange: bulkChangeRoutes,
  export: exportRoutes,
  import: importRoutes,
  savedChoices: savedChoicesRoutes,
  schedules: schedulesRoutes,
  search: searchRoutes,
  binary: binaryRoutes,
  taxonomies: taxonomiesRoutes,
  delivery: deliveryRoutes,
  apiKeys: apiKeysRoutes,
  jobs: jobsRoutes,
  audit: auditRoutes,
  quotas: quotasRoutes,
  sections: sectionsRoutes,
  deployKeys: deployKeysRoutes,
}
export type Contract = typeof contract
export type Domain = keyof Contract

export * from './api-keys/schemas.ts'
export * from './audit/schemas.ts'
export * from './binary/schemas.ts'
export * from './bulk-change/edits.ts'
export * from './bulk-change/limits.ts'
export * from './bulk-change/schemas.ts'
export * from './client-configuration/schemas.ts'
export * from './content-item/batch-schemas.ts'
export * from './content-item/schemas.ts'
export { fieldTypes } from './content-model/field-types.gen.ts'
export * from './content-model/schemas.ts'
export * from './content-variation/schemas.ts'
export * from './core/batch.ts'
export * from './core/contract-versions.ts'
export * from './core/erasure.ts'
export * from './core/language.ts'
export * from './core/primitives.ts'
export * from './core/problem.ts'
export * from './core/quotas.ts'
export * from './core/roles.ts'
export * from './core/route.ts'
export * from './core/topics.ts'
export * from './delivery/schemas.ts'
export * from './deploy-keys/schemas.ts'
export * from './export/columns.ts'
export * from './export/schemas.ts'
export * from './import/schemas.ts'
export * from './installation/schemas.ts'
export * from './jobs/kinds.ts'
export * from './jobs/schemas.ts'
export * from './members/schemas.ts'
export * from './publish-plan/schemas.ts'
export * from './quotas/schemas.ts'
export * from './resources/schemas.ts'
export * from './saved-choices/schemas.ts'
export * from './schedules/schemas.ts'
export * from './search/schemas.ts'
export * from './sections/declared-setting.ts'
export * from './sections/schemas.ts'
export * from './sections/setting-values.ts'
export * from './sections/static-half.ts'
export * from './settings/schemas.ts'
export * from './taxonomies/file-schemas.ts'
export * from './taxonomies/schemas.ts'
export * from './taxonomies/step-schemas.ts'
export * from './tenants/schemas.ts'
export * from './user-profile/schemas.ts'
