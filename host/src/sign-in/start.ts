import { sendFromPage } from '@pim/api-client/send'
import type { ClientConfiguration } from '@pim/contract'
import { isErrorPage } from '../error-pages/error-page-names.ts'
import { chosenLanguage, screenAt, stringsLanguage } from '../language/languages.ts'
import { browserStore } from '../preferences/browser-storage.ts'
import { type StartedWorker, startSessionWorker } from '../session-worker/session-client.ts'
import { tenantChoice } from '../tenancy/choose-tenant.ts'
import { type EarlyCall, withAnswerOfPage, withEarlyAnswers } from './early-answers.ts'
import { handOver } from './hand-over.ts'
import { isReturnFromProvider, isSessionHeld, loadKeycloak, pathToOpen } from './keycloak-session.ts'
import type { Session } from './session.ts'
import { hasProvider, signIn } from './sign-in.ts'

/**
 * The first script of the page. Who is not signed in is sent to the identity provider before anything of the application
 * has run, which is a hundred times as large; the browser only fetches it meanwhile (`appScriptsAfterSignIn` of the build
 * makes its scripts links). The application then takes the session from here (`hand-over.ts`).
 */
function start(): void {
  if (isErrorPage(location.pathname)) {
    startApplication()
    return
  }
  // Otherwise the page leaves for the sign-in, most probably.
  const isIn = isReturnFromProvider() || isSessionHeld()
  // At once, as it is needed as soon as the configuration has come.
  if (!isSessionHeld()) loadKeycloak().catch(() => undefined)
  const path = pathToOpen()
  let worker: StartedWorker | undefined
  const startWorker = () => {
    worker ??= startSessionWorker()
    worker.ready.catch(() => undefined)
    return worker
  }
  // Only the question whether the provider is there needs it on the way to the sign-in.
  if (isIn) startWorker()
  const configuration = loadConfiguration()
  const session = configuration.then((known) => signIn(known, startWorker)).then(withPersonAsked)
  // Who is sent to the provider asks for these when the page is opened again.
  const publicCalls = isIn ? [{ url: stringsUrl(path) }] : []
  const settings = document.getElementById('settings')?.textContent
  const sendPublic = withAnswerOfPage(withEarlyAnswers(sendFromPage({}), publicCalls, false), '/api/settings', settings)
  handOver({ session, configuration, sendPublic, pathToOpen: path })
  configuration.then(
    (known) => {
      if (isIn || !hasProvider(known)) startApplication()
    },
    () => undefined,
  )
  // The application shows what failed.
  session.then(startApplication, startApplication)
}

const withPersonAsked = (session: Session): Session => ({
  ...session,
  send: withEarlyAnswers(session.send, callsOfPerson(), true),
})

function callsOfPerson(): EarlyCall[] {
  const calls = [{ url: '/api/tenants/all' }, { url: '/api/user-profile/my-profile' }]
  // Most people go on where they were. Who is no longer in that tenant is refused, and nobody asks for the answer.
  const tenantId = tenantChoice.read()
  return tenantId ? [...calls, { url: '/api/tenants/current/variations', tenantId }] : calls
}

/** The same query as that of the client (`loadTranslations`), so that its early answer is used. */
function stringsUrl(path: string): string {
  const languageCode = stringsLanguage(chosenLanguage(browserStore, undefined))
  return `/api/resources/all?${new URLSearchParams({ languageCode, screen: screenAt(path) })}`
}

async function loadConfiguration(): Promise<ClientConfiguration> {
  const response = await fetch('/api/client-configuration')
  if (!response.ok) throw new Error(`The configuration answered ${response.status}.`)
  return response.json()
}

let isStarted = false

function startApplication(): void {
  if (isStarted) return
  isStarted = true
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-application]')) {
    const script = document.createElement('script')
    script.src = href
    // In their order, as scripts of the page would run.
    script.async = false
    document.head.append(script)
  }
}

start()
