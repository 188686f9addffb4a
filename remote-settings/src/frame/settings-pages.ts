import type { Operation } from '@pim/api-client'

/** The pages of the section in their order, each with the call that it cannot do without. */
export const pages = [
  { name: 'api-keys', reads: 'apiKeys.getApiKeys' },
  { name: 'members', reads: 'members.getMembers' },
  { name: 'variations', reads: 'tenants.getVariations' },
  { name: 'channels', reads: 'tenants.getAllTenants' },
  { name: 'content-types', reads: 'contentModel.getAllTypes' },
  { name: 'jobs', reads: 'jobs.getJobs' },
  { name: 'audit', reads: 'audit.getAuditEntries' },
  { name: 'usage', reads: 'quotas.getUsage' },
  { name: 'sections', reads: 'sections.getTenantSections' },
  { name: 'general', reads: 'tenants.getAllTenants' },
  { name: 'tenants', reads: 'installation.getTenants', isForOperators: true },
  { name: 'releases', reads: 'sections.getSections', isForOperators: true },
  { name: 'deploy-keys', reads: 'deployKeys.getDeployKeys', isForOperators: true },
] as const satisfies readonly {
  name: string
  reads: Operation
  /** For those who run the installation, whatever their role in the tenant, and whether it is open or not. */
  isForOperators?: true
}[]
export type Page = (typeof pages)[number]
export type PageName = Page['name']

export const pagePath = (name: PageName): string => `/settings/${name}`

/** A page that another section adds, by the id of its fill: `orders/limits`. */
export const addedPagePath = (id: string): string => `/settings/of/${id}`

/** The pages of the tenant, and those of the whole installation. */
export const pageGroups = ['tenant', 'installation'] as const
export const groupOf = (page: Page): (typeof pageGroups)[number] =>
  'isForOperators' in page ? 'installation' : 'tenant'
