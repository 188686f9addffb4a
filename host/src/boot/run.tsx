import { ApiError, createApiClient, errorPageOf } from '@pim/api-client'
import { followingClient } from '@pim/api-client/following-client'
import { apiQuery, createPimQueryClient } from '@pim/api-client/react'
import { sendFromPage } from '@pim/api-client/send'
import type { Root } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { createAccountStore } from '../account/account-store.ts'
import { App } from '../app.tsx'
import { isErrorPage } from '../error-pages/error-page-names.ts'
import { factsOf } from '../error-pages/failure-facts.ts'
import { createFeedbackStore } from '../feedback/feedback-store.ts'
import { createLanguageChoice } from '../language/language-choice.ts'
import { chosenLanguage, screenAt } from '../language/languages.ts'
import { createCommandRegistry } from '../palette/command-registry.ts'
import { browserStore } from '../preferences/browser-storage.ts'
import { failureReporter } from '../remotes/report-failures.ts'
import { createFederation, createManifestCache, createSectionLoader } from '../remotes/section-loader.ts'
import { sectionAt, sectionsOf, sectionsOfTenant } from '../remotes/sections.ts'
import { errorPages, routes } from '../routes.tsx'
import { takeSession } from '../sign-in/hand-over.ts'
import type { Session } from '../sign-in/session.ts'
import { otherTabs } from '../tabs/other-tabs.ts'
import { tenantChoice, variationChoice } from '../tenancy/choose-tenant.ts'
import { followMemberships, type Memberships } from '../tenancy/follow-memberships.ts'
import { createTenancy, type Tenancy } from '../tenancy/tenancy-store.ts'
import { filesOnTheirWay } from '../uploads/files-on-their-way.ts'
import { createUploadQueue } from '../uploads/upload-queue.ts'
import { whenAtRest } from './at-rest.ts'
import { loadConfiguration } from './load-configuration.ts'
import { loadTenants } from './load-tenants.ts'
import {
  addSectionStrings,
  bundledTranslations,
  fetchOtherScreens,
  fieldErrorWords,
  problemWords,
} from './load-translations.ts'

/** Starts the application. A failure leads to the error page for its kind. */
export async function run(root: Root): Promise<void> {
  const translations = bundledTranslations()
  const showErrorPage = () =>
    root.render(<App translations={translations} router={createBrowserRouter(errorPages(true))} />)
  let session: Session | undefined
  let tenancy: Tenancy | undefined
  let memberships: Memberships | undefined
  const signedIn = takeSession()
  const sendPublic = signedIn?.sendPublic ?? sendFromPage({})
  const { send, isUploading } = filesOnTheirWay((...sent) => (session ? session.send : sendPublic)(...sent))
  const client = createApiClient({
    // The page has a preloaded answer for the first of the calls that anybody may make, so the page sends those.
    send: (request, options) => (request.needsToken ? send : sendPublic)(request, options),
    wordsFor: (code) => problemWords(translations, code),
    wordsForField: (error) => fieldErrorWords(translations, error),
    getTenantId: () => tenancy?.current()?.externalId,
  })

  const language = createLanguageChoice(client, translations)
  const screen = screenAt(signedIn?.pathToOpen ?? location.pathname)
  // Needs no token, so the strings load in parallel with signing in. An error page shows them when they come.
  const translationsLoading = language.show(chosenLanguage(browserStore, undefined), screen)
  if (!signedIn) {
    // Uses the response that index.html preloads; without it the browser logs a warning.
    loadConfiguration(client).catch(() => undefined)
    return showErrorPage()
  }

  try {
    // Settings need no token either.
    const settingsLoading = client.settings.getSettings()
    settingsLoading.catch(() => undefined)
    // Asked for once more where that failed, because the client says how.
    const configuration = await signedIn.configuration.catch(() => loadConfiguration(client))

    const manifests = createManifestCache()
    const reportFailure = failureReporter((body) => client.sections.reportSectionFailure({ body }))
    const loader = createSectionLoader({
      federation: createFederation(),
      manifests,
      onLoaded: ({ strings }) => addSectionStrings(translations, strings),
      onFailed: reportFailure,
    })
    const sections = sectionsOf(configuration)
    const firstSection = sectionAt(sections, signedIn.pathToOpen)
    // A section behind a feature toggle is preloaded only once the tenant is known.
    if (firstSection && !firstSection.featureToggle) loader.preload(firstSection)

    const account = createAccountStore(client, whenAtRest)
    session = await account.login(() => signedIn.session)
    const [tenants, settings] = await Promise.all([loadTenants(client), settingsLoading, account.load()])

    const router = createBrowserRouter(routes)
    const feedback = createFeedbackStore()
    const queryClient = createPimQueryClient({
      onTenantRefused: () => void memberships?.afterRefusal(),
      onUnhandledFailure: async (failure) => {
        // The screen reads again what there is now, so it stays, with the words that say so.
        if (failure.isOutcomeUnknown) return feedback.feedback.error(failure.problem?.message ?? '')
        // The person was taken out of the tenant: the shell then shows another one, and says so.
        if (failure.kind === 403 && (await memberships?.afterRefusal())) return
        if (isErrorPage(router.state.location.pathname)) return
        // Only the first of several calls that fail at once leads to an error page.
        const { pathname, search } = router.state.location
        await router.navigate(errorPageOf(failure), { state: factsOf(failure, `${pathname}${search}`) })
      },
    })
    const uploads = createUploadQueue(followingClient(client, queryClient).binary.uploadBinary)
    tenancy = createTenancy(tenants, {
      queryClient,
      choice: tenantChoice,
      variation: variationChoice,
      clearState: feedback.clear,
    })
    memberships = followMemberships({
      tenancy,
      load: () => loadTenants(client),
      tabs: otherTabs(),
      onLeft: ({ friendlyName }) =>
        feedback.feedback.error(translations.t('shell.tenant.left', { tenant: friendlyName })),
      onJoined: ({ externalId, friendlyName }) =>
        feedback.feedback.info(translations.t('shell.tenant.joined', { tenant: friendlyName }), {
          label: translations.t('shell.tenant.goTo', { tenant: friendlyName }),
          run: () => tenancy?.change(externalId),
        }),
    })
    const tenant = tenancy.current()
    const everybody = { client, tenantId: undefined }
    queryClient.setQueryData(apiQuery(everybody, 'tenants.getAllTenants', {}).queryKey, tenants)
    const { queryKey } = apiQuery(everybody, 'clientConfiguration.getClientConfiguration', {})
    queryClient.setQueryData(queryKey, configuration)
    if (tenant && !tenant.isPaused) {
      // The section loads while the shell is drawn, and the variations, which every list needs, while it loads.
      const section = sectionAt(sectionsOfTenant(sections, tenant), location.pathname)
      if (section) loader.load(section)
      void queryClient.prefetchQuery(apiQuery({ client, tenantId: tenant.externalId }, 'tenants.getVariations', {}))
    }
    await translationsLoading
    await language.show(chosenLanguage(browserStore, account.state().profile?.userId), screen)
    const commands = createCommandRegistry()
    const parts = {
      client,
      queryClient,
      session,
      account,
      settings,
      sections,
      loader,
      reportFailure,
      tenancy,
      memberships,
      feedback,
      uploads,
      isUploading,
      commands,
      language,
    }
    root.render(<App translations={translations} router={router} parts={parts} />)
    whenAtRest(() => void fetchOtherScreens(translations))
  } catch (failure) {
    console.error(failure)
    // React Router keeps the state of a history entry under `usr`; the error page reads it from there.
    const usr = failure instanceof ApiError ? factsOf(failure, signedIn.pathToOpen) : undefined
    history.replaceState({ ...history.state, usr }, '', errorPageOf(failure))
    showErrorPage()
  }
}
