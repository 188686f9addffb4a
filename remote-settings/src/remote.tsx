import type { RemoteDefinition } from '@pim/shell'
import { lazy } from 'react'
import type staticHalf from '../remote.json'
import { FirstPage, SettingsFrame } from './frame/settings-frame.tsx'

// Nothing of a screen is fetched before it is opened.
const ApiKeys = lazy(async () => ({ default: (await import('./screens/api-keys/api-keys.tsx')).ApiKeys }))
const Members = lazy(async () => ({ default: (await import('./screens/members/members.tsx')).Members }))
const Variations = lazy(async () => ({ default: (await import('./screens/variations/variations.tsx')).Variations }))
const Channels = lazy(async () => ({ default: (await import('./screens/channels/channels.tsx')).Channels }))
const ContentTypes = lazy(async () => ({
  default: (await import('./screens/content-types/content-types.tsx')).ContentTypes,
}))
const ContentType = lazy(async () => ({
  default: (await import('./screens/content-type/content-type.tsx')).ContentType,
}))
const Jobs = lazy(async () => ({ default: (await import('./screens/jobs/jobs.tsx')).Jobs }))
const Audit = lazy(async () => ({ default: (await import('./screens/audit/audit.tsx')).Audit }))
const Usage = lazy(async () => ({ default: (await import('./screens/usage/usage.tsx')).Usage }))
const Sections = lazy(async () => ({ default: (await import('./screens/sections/sections.tsx')).Sections }))
const General = lazy(async () => ({ default: (await import('./screens/general/general.tsx')).General }))
const AddedPage = lazy(async () => ({ default: (await import('./screens/added-page/added-page.tsx')).AddedPage }))
const Tenants = lazy(async () => ({ default: (await import('./screens/tenants/tenants.tsx')).Tenants }))
const Releases = lazy(async () => ({ default: (await import('./screens/releases/releases.tsx')).Releases }))
const DeployKeys = lazy(async () => ({ default: (await import('./screens/deploy-keys/deploy-keys.tsx')).DeployKeys }))

/** The only module that the shell loads: this section's frame, screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: async () => (await import('./strings.ts')).strings,
  frame: <SettingsFrame />,
  screens: {
    '/settings': <FirstPage />,
    '/settings/api-keys': <ApiKeys />,
    '/settings/members': <Members />,
    '/settings/variations': <Variations />,
    '/settings/channels': <Channels />,
    '/settings/content-types': <ContentTypes />,
    '/settings/content-types/:technicalName': <ContentType />,
    '/settings/jobs': <Jobs />,
    '/settings/audit': <Audit />,
    '/settings/usage': <Usage />,
    '/settings/sections': <Sections />,
    '/settings/of/:section/:page': <AddedPage />,
    '/settings/general': <General />,
    '/settings/tenants': <Tenants />,
    '/settings/releases': <Releases />,
    '/settings/deploy-keys': <DeployKeys />,
  },
}
