import { Stack } from '@mui/material'
import { ApiProvider, useApiQuery } from '@pim/api-client/react'
import type { Tenant, UserProfile } from '@pim/contract'
import {
  AccountProvider,
  CommandsProvider,
  FeedbackProvider,
  PreferencesProvider,
  TenantProvider,
  UnsavedWorkProvider,
  UploadsProvider,
} from '@pim/shell/provide'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { ErrorPage } from '../error-pages/error-page.tsx'
import { FeedbackList } from '../feedback/feedback-list.tsx'
import { FeedbackOffers } from '../feedback/feedback-offers.tsx'
import { browserStore } from '../preferences/browser-storage.ts'
import { createPreferences } from '../preferences/preferences-store.ts'
import { prototypePaths } from '../prototype/prototype-paths.ts'
import { NewerBuild } from '../remotes/newer-build.tsx'
import { useOpenBuilds } from '../remotes/open-builds.ts'
import {
  asOperated,
  hasSettingsOfPeople,
  isOperatorPath,
  leadsOffered,
  sectionAt,
  sectionsIn,
  sectionsOffered,
  sectionsOfTenant,
} from '../remotes/sections.ts'
import { useSectionsNow } from '../remotes/sections-now.ts'
import { useShellParts } from '../shell-context.ts'
import { OfferedSlots } from '../slots/offered-slots.tsx'
import { variationChoice } from '../tenancy/choose-tenant.ts'
import { LeaveGuard } from '../unsaved-work/leave-guard.tsx'
import { createUnsavedWork } from '../unsaved-work/unsaved-work-store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { mainId, useFocusMainAfterNavigation } from './main-focus.ts'
import { FirstTenantOnDemand, KeysOnDemand, PaletteOnDemand, PausedOnDemand, UploadsOnDemand } from './on-demand.tsx'
import { ScreenTitle } from './screen-title.tsx'
import { SectionBar } from './section-switcher.tsx'
import { SkipLinks } from './skip-links.tsx'

/** Milliseconds after which the tenants of the person, and the releases of sections, are read again. */
const readAgainMs = 15_000

/** Header, main area and footer. Remounted for each tenant, so that no state of one tenant is left in another. */
export function RootLayout() {
  const { account, client, queryClient, sections, tenancy } = useShellParts()
  const tenant = useStore(tenancy.store, ({ current }) => current)
  const profile = useStore(account.store, (state) => state.profile)
  const { pathname, search } = useLocation()
  const [shownTenant, setShownTenant] = useState(tenant)
  if (!tenant) {
    if (!profile?.mayOpenTenants) return <Navigate to="/forbidden" replace />
    if (!isOperatorPath(sections, pathname)) return <FirstTenantOnDemand />
    return (
      <ApiProvider client={client} queryClient={queryClient} tenantId="">
        <TenantLayout tenant={noTenant} profile={profile} />
      </ApiProvider>
    )
  }
  if (shownTenant?.externalId !== tenant.externalId) {
    // After a change of tenant the URL still names a screen of the old one; it would not be found in the new one.
    if (pathname !== '/' || search) return <Navigate to="/" replace />
    setShownTenant(tenant)
  }
  // Renders nothing until the user is known.
  if (!profile) return null
  return (
    <ApiProvider client={client} queryClient={queryClient} tenantId={tenant.externalId}>
      <TenantLayout key={tenant.externalId} tenant={tenant} profile={profile} />
    </ApiProvider>
  )
}

/** Stands in where an administrator of the installation is a member of no tenant. */
const noTenant: Tenant = {
  externalId: '',
  friendlyName: '',
  featureToggles: { taxonomyEnabled: false },
  role: 'viewer',
}

interface TenantLayoutProps {
  tenant: Tenant
  profile: UserProfile
}

function TenantLayout({ tenant, profile }: TenantLayoutProps) {
  const { pathname } = useLocation()
  const { account, feedback, isUploading, loader, memberships, sections: atStart, settings, uploads } = useShellParts()
  const [work] = useState(() => createUnsavedWork(browserStore, `${profile.userId}:${tenant.externalId}`))
  const isOpen = tenant !== noTenant && !tenant.isPaused
  const mayOperate = profile.mayOpenTenants === true
  const sections = useSectionsNow(atStart, readAgainMs)
  const offeredBuilds = useMemo(() => {
    if (isOpen) return sectionsOfTenant(sections, tenant)
    // Without a tenant, or with a paused one, operators have the pages that read nothing of a tenant.
    return mayOperate ? sections.flatMap(asOperated) : []
  }, [sections, tenant, isOpen, mayOperate])
  const { sections: ownSections, newerSince } = useOpenBuilds(offeredBuilds, pathname, { loader, isUploading })
  const current = sectionAt(ownSections, pathname)
  const { role = 'viewer', featureToggles, permissionRoles } = tenant
  const situation = useMemo(
    () => ({ role, featureToggles, permissionRoles, isOpen, mayOperate }),
    [role, featureToggles, permissionRoles, isOpen, mayOperate],
  )
  const offered = sectionsOffered(ownSections, situation)
  const [isSearching, setSearching] = useState(false)
  const [hasKeys, setKeys] = useState(false)
  useFocusMainAfterNavigation()

  // Read again while somebody looks: memberships, roles and toggles change, and who only reads is refused nothing.
  // The server asks the provider once a minute who is a member, so this adds a quarter of a minute to that.
  const often = { staleTime: readAgainMs, refetchInterval: readAgainMs }
  const { data: tenants } = useApiQuery('tenants.getAllTenants', {}, { failureGoesTo: 'screen', ...often })
  useEffect(() => {
    if (tenants) memberships.update(tenants)
  }, [tenants, memberships])

  // Syncs the profile if that failed at the start; does nothing once it is synced.
  useEffect(() => void account.load().catch(() => undefined), [account])

  const isKnown = current !== undefined || prototypePaths.some((path) => path === pathname)
  if (!isKnown && isOpen) return <ErrorPage name="not-found" />
  return (
    <ShellProviders tenant={tenant} profile={profile} work={work}>
      <LeaveGuard work={work}>
        <ScreenTitle section={current} pathname={pathname} />
        {/* On paper nothing scrolls: a list is printed to its last row. */}
        <Stack sx={{ height: '100dvh', minWidth: 320, '@media print': { height: 'auto' } }}>
          <SkipLinks />
          <Header
            profile={profile}
            sections={offered}
            menu={leadsOffered(ownSections, 'menu', situation)}
            hasSettings={isOpen && ownSections.some(hasSettingsOfPeople)}
            current={current}
            onSearch={isOpen ? () => setSearching(true) : undefined}
          />
          <Stack
            component="main"
            id={mainId}
            tabIndex={-1}
            // Contains absolutely positioned children; visually hidden ones would otherwise make the page scroll.
            sx={{
              position: 'relative',
              flexGrow: 1,
              minHeight: 0,
              overflow: 'auto',
              '@media print': { overflow: 'visible' },
              px: { xs: 1.5, sm: 3 },
              pt: 2,
              outline: 'none',
            }}
          >
            <FeedbackOffers store={feedback} section={current?.name} />
            {current && <NewerBuild section={current} since={newerSince} />}
            {isKnown ? (
              <OfferedSlots sections={ownSections} situation={situation} switchedOff={tenant.fillsOff}>
                <Outlet context={ownSections} />
              </OfferedSlots>
            ) : (
              <PausedOnDemand tenant={tenant} />
            )}
          </Stack>
          <Footer text={settings.poweredByText} />
          <SectionBar sections={sectionsIn(offered, 'switcher')} current={current} loader={loader} />
        </Stack>
        <FeedbackList store={feedback} />
        <UploadsOnDemand queue={uploads} />
        {isOpen && (
          <PaletteOnDemand
            sections={offered}
            leads={leadsOffered(ownSections, 'commands', situation)}
            open={isSearching}
            onOpenChange={setSearching}
            onKeys={() => setKeys(true)}
          />
        )}
        <KeysOnDemand open={hasKeys} onOpenChange={setKeys} />
      </LeaveGuard>
    </ShellProviders>
  )
}

interface ShellProvidersProps extends TenantLayoutProps {
  work: ReturnType<typeof createUnsavedWork>
  children: ReactNode
}

/** Provides everything that a section may ask of the shell. */
function ShellProviders({ tenant, profile, work, children }: ShellProvidersProps) {
  const { commands, feedback, settings, uploads } = useShellParts()
  const [preferences] = useState(() =>
    createPreferences(browserStore, variationChoice, `${profile.userId}:${tenant.externalId}`),
  )
  const list = useStore(uploads.store)
  const ownUploads = useMemo(
    () => ({
      list: list.filter(({ tenantId }) => tenantId === tenant.externalId),
      add: (requests: Parameters<typeof uploads.add>[1]) => uploads.add(tenant.externalId, requests),
      cancel: uploads.cancel,
      retry: uploads.retry,
    }),
    [list, tenant, uploads],
  )
  const { role = 'viewer', permissionRoles } = tenant
  const ownAccount = useMemo(
    () => ({ ...profile, role, permissionRoles, settings }),
    [profile, role, permissionRoles, settings],
  )
  return (
    <TenantProvider value={tenant}>
      <AccountProvider value={ownAccount}>
        <FeedbackProvider value={feedback.feedback}>
          <PreferencesProvider value={preferences}>
            <UnsavedWorkProvider value={work}>
              <UploadsProvider value={ownUploads}>
                <CommandsProvider value={commands}>{children}</CommandsProvider>
              </UploadsProvider>
            </UnsavedWorkProvider>
          </PreferencesProvider>
        </FeedbackProvider>
      </AccountProvider>
    </TenantProvider>
  )
}
