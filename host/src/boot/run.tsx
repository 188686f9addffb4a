import { createApiClient, errorPageOf } from '@pim/api-client'
import { apiQuery, createPimQueryClient } from '@pim/api-client/react'
import type { Root } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { createAccountStore } from '../account/account-store.ts'
import { App } from '../app.tsx'
import { createFeedbackStore } from '../feedback/feedback-store.ts'
import { createCommandRegistry } from '../palette/command-registry.ts'
import { createSectionLoader, federationRuntime, fetchedManifests } from '../remotes/section-loader.ts'
import { sectionAt, sectionsOf } from '../remotes/sections.ts'
import { errorPages, isErrorPage, routes } from '../routes.tsx'
import { tenantChoice, variationChoice } from '../tenancy/choose-tenant.ts'
import { createTenancy, type Tenancy } from '../tenancy/tenancy-store.ts'
import { createUploadQueue } from '../uploads/upload-queue.ts'
import { placeToOpen } from './keycloak-session.ts'
import { loadConfiguration } from './load-configuration.ts'
import { loadTenants } from './load-tenants.ts'
import { addSectionStrings, bundledTranslations, loadTranslations } from './load-translations.ts'
import type { Session } from './session.ts'
import { signIn } from './sign-in.ts'

/** Boots the product, step by step; what fails on the way leads to the error page of its kind. */
export async function run(root: Root): Promise<void> {
  const translations = bundledTranslations()
  const showErrorPage = () =>
    root.render(<App translations={translations} router={createBrowserRouter(errorPages(true))} />)
  let session: Session | undefined
  let tenancy: Tenancy | undefined
  const client = createApiClient({
    getToken: () => session?.getToken(),
    refreshToken: async () => session?.refreshToken(),
    getTenantId: () => tenancy?.current()?.externalId,
  })

  if (isErrorPage(location.pathname)) {
    // index.html has asked for it already, and the browser complains of what nobody fetches.
    loadConfiguration(client).catch(() => undefined)
    return showErrorPage()
  }

  try {
    // The public halves need no token and are asked for beside the rest.
    const settingsLoading = client.settings.getSettings()
    const translationsLoading = loadTranslations(client, translations)
    settingsLoading.catch(() => undefined)
    const configuration = await loadConfiguration(client)

    const manifests = fetchedManifests()
    const loader = createSectionLoader({
      federation: federationRuntime(manifests),
      manifests,
      onLoaded: ({ strings }) => addSectionStrings(translations, strings),
    })
    const sections = sectionsOf(configuration)
    const first = sectionAt(sections, placeToOpen())
    // A section behind a toggle has to wait until the tenant is known.
    if (first && !first.featureToggle) loader.preload(first)

    const account = createAccountStore(client)
    session = await account.login(() => signIn(configuration))
    const [tenants, settings] = await Promise.all([loadTenants(client), settingsLoading, account.load()])
    await translationsLoading

    const router = createBrowserRouter(routes)
    const feedback = createFeedbackStore()
    const queryClient = createPimQueryClient({
      onUnhandledFailure: (failure) =>
        void router.navigate(errorPageOf(failure), { state: { traceId: failure.problem?.traceId } }),
    })
    const uploads = createUploadQueue(client.binary.uploadBinary)
    tenancy = createTenancy(tenants, {
      queryClient,
      choice: tenantChoice,
      variation: variationChoice,
      clearState: feedback.clear,
    })
    const opened = tenancy.current()
    // Every list is of a variation. Asked for now, they are there when the section's code is, which then asks at once
    // for what it shows.
    if (opened)
      void queryClient.prefetchQuery(apiQuery({ client, tenantId: opened.externalId }, 'tenants.getVariations', {}))
    const commands = createCommandRegistry()
    const parts = {
      client,
      queryClient,
      session,
      account,
      settings,
      sections,
      loader,
      tenancy,
      feedback,
      uploads,
      commands,
    }
    root.render(<App translations={translations} router={router} parts={parts} />)
  } catch (failure) {
    console.error(failure)
    history.replaceState(history.state, '', errorPageOf(failure))
    showErrorPage()
  }
}
