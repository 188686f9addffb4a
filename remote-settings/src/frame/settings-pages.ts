import type { Operation } from '@pim/api-client'
import { lazy } from 'react'

/** The pages of the section in their order, each with the call that it cannot do without. */
export const pages = [
  { name: 'api-keys', reads: 'apiKeys.getApiKeys' },
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
] as const satisfies readonly {
  name: string
  reads: Operation
  /** For those who run the installation, whatever their role in the tenant, and whether it is open or not. */
  isForOperators?: true
}[]
export type Page = (typeof pages)[number]
export type PageName = Page['name']

export const pagePath = (name: PageName): string => `/settings/${name}`

/** Nothing of a screen is fetched before it is opened. */
export const screens = [
  {
    path: 'api-keys',
    Screen: lazy(async () => ({ default: (await import('../screens/api-keys/api-keys.tsx')).ApiKeys })),
  },
  {
    path: 'variations',
    Screen: lazy(async () => ({ default: (await import('../screens/variations/variations.tsx')).Variations })),
  },
  {
    path: 'channels',
    Screen: lazy(async () => ({ default: (await import('../screens/channels/channels.tsx')).Channels })),
  },
  {
    path: 'content-types',
    Screen: lazy(async () => ({ default: (await import('../screens/content-types/content-types.tsx')).ContentTypes })),
  },
  {
    path: 'content-types/:technicalName',
    Screen: lazy(async () => ({ default: (await import('../screens/content-type/content-type.tsx')).ContentType })),
  },
  { path: 'jobs', Screen: lazy(async () => ({ default: (await import('../screens/jobs/jobs.tsx')).Jobs })) },
  { path: 'audit', Screen: lazy(async () => ({ default: (await import('../screens/audit/audit.tsx')).Audit })) },
  { path: 'usage', Screen: lazy(async () => ({ default: (await import('../screens/usage/usage.tsx')).Usage })) },
  {
    path: 'sections',
    Screen: lazy(async () => ({ default: (await import('../screens/sections/sections.tsx')).Sections })),
  },
  {
    path: 'releases',
    Screen: lazy(async () => ({ default: (await import('../screens/releases/releases.tsx')).Releases })),
  },
  {
    path: 'general',
    Screen: lazy(async () => ({ default: (await import('../screens/general/general.tsx')).General })),
  },
  {
    path: 'tenants',
    Screen: lazy(async () => ({ default: (await import('../screens/tenants/tenants.tsx')).Tenants })),
  },
]
