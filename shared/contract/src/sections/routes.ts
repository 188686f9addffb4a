import { z } from 'zod'
import { defineRoute } from '../core/route.ts'
import {
  chooseReleaseSchema,
  deployedSectionSchema,
  sectionFailureSchema,
  sectionNameSchema,
  setCanarySchema,
  tenantSectionSchema,
} from './schemas.ts'

const params = z.strictObject({ section: sectionNameSchema })

/** Which release of a section people get. */
export const sectionsRoutes = {
  getSections: defineRoute({
    method: 'GET',
    path: '/api/sections',
    summary: 'The sections with their releases, and who changed what; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    response: z.array(deployedSectionSchema),
    reads: ['sections'],
  }),
  promoteRelease: defineRoute({
    method: 'PUT',
    path: '/api/sections/{section}/live',
    summary:
      'Give everybody a release of a section, except tenants that are pinned; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: chooseReleaseSchema,
    response: deployedSectionSchema,
    errors: ['NOT_FOUND', 'RELEASE_INCOMPATIBLE'],
    changes: ['sections', 'tenants'],
  }),
  rollBackSection: defineRoute({
    method: 'POST',
    path: '/api/sections/{section}/roll-back',
    summary:
      'End the canary of a section, or where none runs give everybody the release that was live before this one, at last the build of the server; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: deployedSectionSchema,
    errors: ['NOT_FOUND', 'RELEASE_INCOMPATIBLE'],
    changes: ['sections', 'tenants'],
  }),
  setCanary: defineRoute({
    method: 'PUT',
    path: '/api/sections/{section}/canary',
    summary:
      'Give a share of the people, or the people of some tenants, a release of a section; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: setCanarySchema,
    response: deployedSectionSchema,
    errors: ['NOT_FOUND', 'RELEASE_INCOMPATIBLE', 'RELEASE_IS_LIVE'],
    changes: ['sections', 'tenants'],
  }),
  endCanary: defineRoute({
    method: 'DELETE',
    path: '/api/sections/{section}/canary',
    summary: 'Give everybody the live release of a section again; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: deployedSectionSchema,
    errors: ['NOT_FOUND'],
    changes: ['sections', 'tenants'],
  }),
  getTenantSections: defineRoute({
    method: 'GET',
    path: '/api/tenants/current/sections',
    summary: 'The sections of the current tenant with the releases that it can be pinned to',
    access: 'tenant',
    role: 'admin',
    response: z.array(tenantSectionSchema),
    reads: ['sections', 'tenants'],
  }),
  pinSection: defineRoute({
    method: 'PUT',
    path: '/api/tenants/current/sections/{section}/pin',
    summary: 'Keep the current tenant at one release of a section, whatever the installation makes live',
    access: 'tenant',
    role: 'admin',
    params,
    body: chooseReleaseSchema,
    response: tenantSectionSchema,
    errors: ['NOT_FOUND', 'RELEASE_INCOMPATIBLE'],
    changes: ['sections', 'tenants', 'audit'],
  }),
  unpinSection: defineRoute({
    method: 'DELETE',
    path: '/api/tenants/current/sections/{section}/pin',
    summary: 'Let the current tenant follow the releases of the installation again',
    access: 'tenant',
    role: 'admin',
    params,
    response: tenantSectionSchema,
    errors: ['NOT_FOUND'],
    changes: ['sections', 'tenants', 'audit'],
  }),
  reportSectionFailure: defineRoute({
    method: 'POST',
    path: '/api/section-failures',
    summary:
      'Tell that a section could not be loaded or threw, as the shell does; a canary release that fails is taken back',
    access: 'user',
    body: sectionFailureSchema,
    response: z.void(),
    responseKind: 'none',
  }),
}
