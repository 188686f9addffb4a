import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createApiClient } from '@pim/api-client'
import { ApiProvider, createPimQueryClient } from '@pim/api-client/react'
import { contractFetch, type Handlers } from '@pim/api-client/testing'
import type { Role, Settings, Tenant, UserProfile } from '@pim/contract'
import { createInstance } from 'i18next'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import {
  AccountProvider,
  type Commands,
  CommandsProvider,
  type Feedback,
  type FeedbackAction,
  FeedbackProvider,
  type FillLoader,
  type Preferences,
  PreferencesProvider,
  routesOf,
  TenantProvider,
  type UnsavedWork,
  UnsavedWorkProvider,
  type UploadRequest,
  UploadsProvider,
} from './provide.ts'
import type { RemoteDefinition } from './remote.ts'
import type { SlotGiven, SlotName } from './slot-given.ts'
import { type Fill, type Slots, SlotsProvider } from './slots.ts'

export const testTenant: Tenant = {
  externalId: 'acme',
  friendlyName: 'Acme',
  featureToggles: { taxonomyEnabled: true },
  role: 'admin',
}

export const testAccount: UserProfile = { userId: 'u1', firstName: 'Astrid', lastName: 'Berg' }

export const testSettings: Settings = {
  applicationTitle: 'Product information manager',
  poweredByText: 'Powered by tests',
  defaultLanguage: 'en-US',
  upload: { maxBytes: 1_000_000, mimeTypes: ['image/png'] },
  imageSizes: [{ name: 'thumbnail', width: 320, height: 320, fit: 'inside' }],
  paging: { defaultPageSize: 25, maxPageSize: 200 },
}

/** Records what the section asked of the shell, for assertions. */
export interface ShellRecord {
  feedback: { type: keyof Feedback; message: string; action?: FeedbackAction }[]
  /** The failures that would have led to an error page. */
  unhandled: unknown[]
  drafts: Map<string, unknown>
  uploads: UploadRequest[]
  /** Path and query of the current URL. */
  address: string
  /** Goes back in the history, as the browser's back button does. */
  goBack: () => void
  /** Sources of the entries of the palette. */
  commands: Set<Parameters<Commands['add']>[0]>
  /** Runs an entry of the palette. */
  run: (label: string) => void
}

export const createShellRecord = (): ShellRecord => ({
  feedback: [],
  unhandled: [],
  drafts: new Map(),
  uploads: [],
  address: '',
  goBack: () => undefined,
  commands: new Set(),
  run(label) {
    const all = [...this.commands].flatMap((commands) => commands())
    const found = all.find((each) => each.label === label)
    if (!found) throw new Error(`The palette has no ${label}, but ${all.map((each) => each.label).join(', ')}.`)
    found.run()
  },
})

export interface TestShellProps {
  /** What the section's remote.tsx exports, or screens of it. */
  remote: Pick<RemoteDefinition, 'screens' | 'frame'>
  /** The fills of the slots: `fillsOf(remote, remoteJson)`. */
  fills?: Slots['fillsOf']
  at: string
  strings: Record<string, string>
  /** The answers of the server; see `contractFetch`. */
  server: Handlers
  role?: Role
  tenant?: Tenant
  account?: UserProfile
  settings?: Partial<Settings>
  record?: ShellRecord
  /** Wraps the page, for instance in the theme. */
  wrap?: (children: ReactNode) => ReactNode
}

/** What many screens ask for beside their own content; a test that is about it answers otherwise. */
const ofEveryScreen: Handlers = {
  'quotas.getUsage': () => ({ quotas: [], nextDayAt: '2026-01-02T00:00:00Z' }),
}

/** The shell for the tests of a section: real providers with state in memory, and a stand-in for `fetch`. */
export function TestShell(props: TestShellProps) {
  const [shell] = useState(() => createTestServices(props))
  const tenant = props.tenant ?? testTenant
  const account = {
    ...(props.account ?? testAccount),
    role: props.role ?? tenant.role ?? 'admin',
    permissionRoles: tenant.permissionRoles,
    settings: { ...testSettings, ...props.settings },
  }
  const page = (
    <I18nextProvider i18n={shell.i18n}>
      <ApiProvider client={shell.client} queryClient={shell.queryClient} tenantId={tenant.externalId}>
        <TenantProvider value={tenant}>
          <AccountProvider value={account}>
            <FeedbackProvider value={shell.feedback}>
              <PreferencesProvider value={shell.preferences}>
                <UnsavedWorkProvider value={shell.unsavedWork}>
                  <UploadsProvider value={shell.uploads}>
                    <CommandsProvider value={shell.commands}>
                      <SlotsProvider value={shell.slots}>
                        <Suspense>
                          <RouterProvider router={shell.router} />
                        </Suspense>
                      </SlotsProvider>
                    </CommandsProvider>
                  </UploadsProvider>
                </UnsavedWorkProvider>
              </PreferencesProvider>
            </FeedbackProvider>
          </AccountProvider>
        </TenantProvider>
      </ApiProvider>
    </I18nextProvider>
  )
  return <CacheProvider value={shell.styles}>{props.wrap ? props.wrap(page) : page}</CacheProvider>
}

interface Filling {
  readonly fills?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
}
interface TitledFills {
  readonly fills?: Readonly<Record<string, Readonly<Record<string, { readonly titleKey: string }>>>>
}

/** The fills of a section, for `TestShell`: all of them, in the order of its remote.json, with its keys as titles. */
export function fillsOf(
  remote: Filling,
  staticHalf: TitledFills,
  strings: Record<string, string> = {},
): Slots['fillsOf'] {
  const made = new Map<unknown, unknown>()
  /** The same component at each drawing, so that what it has drawn stays. */
  const filledBy = <Slot extends SlotName>(load: unknown): Fill<Slot>['Filled'] => {
    const Lazy = lazy(async () => ({ default: (await (load as FillLoader<Slot>)()) as ComponentType<object> }))
    const Filled = (given: SlotGiven[Slot]) => (
      <Suspense>
        <Lazy {...given} />
      </Suspense>
    )
    const known = made.get(load) ?? Filled
    made.set(load, known)
    return known as Fill<Slot>['Filled']
  }
  const lists = new Map<SlotName, readonly unknown[]>()
  return <Slot extends SlotName>(slot: Slot) => {
    const list =
      lists.get(slot) ??
      Object.entries(staticHalf.fills?.[slot] ?? {}).map(
        ([name, { titleKey }]): Fill<Slot> => ({
          id: `tested/${name}`,
          section: 'tested',
          title: strings[titleKey] ?? titleKey,
          Filled: filledBy(remote.fills?.[slot]?.[name]),
        }),
      )
    lists.set(slot, list)
    return list as readonly Fill<Slot>[]
  }
}

const nothingFills: readonly never[] = []

function createTestServices({
  remote,
  at,
  strings,
  server,
  tenant = testTenant,
  record = createShellRecord(),
  fills = () => nothingFills,
}: TestShellProps) {
  const i18n = createInstance()
  void i18n.use(initReactI18next).init({
    lng: 'en-US',
    ns: 'pim',
    defaultNS: 'pim',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { 'en-US': { pim: strings } },
  })
  const say =
    (type: keyof Feedback) =>
    (message: string, action?: FeedbackAction): void =>
      void record.feedback.push({ type, message, ...(action ? { action } : {}) })
  const router = createMemoryRouter(routesOf(remote), { initialEntries: [at] })
  const noteAddress = ({ location }: { location: { pathname: string; search: string } }) => {
    record.address = location.pathname + location.search
  }
  noteAddress(router.state)
  router.subscribe(noteAddress)
  record.goBack = () => void router.navigate(-1)
  return {
    // Style sheets outside the document: a query by role reads the computed style of every element, and matching each
    // rule against each element takes most of a test's time. What a style sheet hides is a matter for the browser tests.
    styles: createCache({ key: 'test', container: document.createElement('div') }),
    i18n,
    client: createApiClient({
      getTenantId: () => tenant.externalId,
      getToken: () => 'test-token',
      fetch: contractFetch({ ...ofEveryScreen, ...server }),
    }),
    queryClient: createPimQueryClient({ onUnhandledFailure: (failure) => record.unhandled.push(failure) }),
    router,
    feedback: { success: say('success'), error: say('error'), info: say('info') } satisfies Feedback,
    preferences: inMemoryPreferences(),
    slots: { fillsOf: fills } satisfies Slots,
    commands: {
      add: (commands) => {
        record.commands.add(commands)
        return () => void record.commands.delete(commands)
      },
    } satisfies Commands,
    unsavedWork: {
      read: (key) => record.drafts.get(key),
      keep: (key, _label, draft) => void record.drafts.set(key, draft),
      discard: (key) => void record.drafts.delete(key),
      release: () => undefined,
    } satisfies UnsavedWork,
    uploads: {
      list: [],
      add: (requests: readonly UploadRequest[]) => void record.uploads.push(...requests),
      cancel: () => undefined,
      retry: () => undefined,
    },
  }
}

function inMemoryPreferences(): Preferences {
  const kept = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  const set = (name: string, value: unknown) => {
    kept.set(name, value)
    for (const listener of listeners) listener()
  }
  return {
    read: (name) => kept.get(name),
    write: set,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
