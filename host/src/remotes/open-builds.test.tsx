import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router'
import { createStore, useStore } from 'zustand'
import { bundledTranslations } from '../boot/load-translations.ts'
import { ShellContext, type ShellParts } from '../shell-context.ts'
import { CurrentSection } from './current-section.tsx'
import { manifestCache } from './manifests.ts'
import { NewerBuild, quietMs } from './newer-build.tsx'
import { useOpenBuilds } from './open-builds.ts'
import { createSectionLoader } from './section-loader.ts'
import { sectionAt, sectionsOf, sectionsOfTenant } from './sections.ts'
import { sectionsNow } from './sections-now.ts'

afterEach(() => {
  cleanup()
  rs.useRealTimers()
})

const releaseOf = (release: string, section = 'orders') => ({
  manifestUrl: `/remotes/${section}/${release}/mf-manifest.json`,
  release,
  shellContract: '^2.0.0',
  screens: { [`/${section}`]: { titleKey: `${section}.title` } },
})
type Release = ReturnType<typeof releaseOf>

/** The answers of the server: the live release for everybody, a canary or a pin for the tenant. */
interface Deployed {
  readonly live: Release
  readonly own?: Release
}

const configurationOf = ({ live }: Deployed) => ({
  keycloak: { clientId: '', realm: '', keycloakUrl: '' },
  remotes: { orders: live, others: releaseOf('others', 'others') },
})
const tenantOf = ({ own }: Deployed) => ({
  externalId: 'acme',
  friendlyName: 'Acme',
  featureToggles: { taxonomyEnabled: true },
  remotes: own ? { orders: own } : {},
})

/** A screen that keeps what is typed, and each step of it, in itself alone. */
function Order({ release }: { release: string }) {
  const [steps, setSteps] = useState([''])
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new TypeError('x is undefined')
  return (
    <>
      <h1>{release}</h1>
      <input aria-label="Note" value={steps.at(-1)} onChange={({ target }) => setSteps([...steps, target.value])} />
      <button type="button" onClick={() => setSteps(steps.slice(0, -1))}>
        Undo
      </button>
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    </>
  )
}

const first = releaseOf('first')
const second = releaseOf('second')

async function setUp() {
  const deployed = createStore<Deployed>(() => ({ live: first }))
  const fetched: string[] = []
  const run: string[] = []
  const uploads = { are: false }
  const clock = { at: 0 }
  const reloads: number[] = []
  const loader = createSectionLoader({
    federation: {
      load: async ({ entry }) => {
        const release = new URL(entry).pathname.split('/').at(-2) ?? ''
        run.push(release)
        const screens = { [release === 'others' ? '/others' : '/orders']: <Order release={release} /> }
        return { remote: { screens, strings: {} } }
      },
      lentModule: async () => ({}),
    },
    manifests: manifestCache(
      async (url) =>
        Response.json(
          url.endsWith('remote.json')
            ? { shellContract: '^2.0.0', apiContract: '^1.0.0' }
            : {
                metaData: { globalName: 'orders', remoteEntry: { path: '', name: 'remoteEntry.js' } },
                exposes: [{ assets: { js: { sync: [] }, css: { sync: [] } } }],
              },
        ),
      1_000,
    ),
    fetchFile: (url) => fetched.push(new URL(url).pathname.split('/').at(-2) ?? ''),
    fetchAll: () => Promise.reject(new Error('Refused.')),
    loadCalls: async () => undefined,
    loadRetired: async () => undefined,
    onLoaded: () => undefined,
  })
  const atStart = sectionsOf(configurationOf({ live: first }))
  const offeredBy = new Map<Deployed, ReturnType<typeof sectionsOfTenant>>()
  const offered = (now: Deployed) => {
    const known = offeredBy.get(now) ?? sectionsOfTenant(sectionsNow(atStart, configurationOf(now)), tenantOf(now))
    offeredBy.set(now, known)
    return known
  }
  function Page() {
    const { pathname } = useLocation()
    const { sections, newerSince } = useOpenBuilds(offered(useStore(deployed)), pathname, {
      loader,
      isUploading: () => uploads.are,
      now: () => clock.at,
    })
    const section = sectionAt(sections, pathname)
    return (
      <>
        <Link to="/orders">To orders</Link>
        <Link to="/others">To others</Link>
        {section && (
          <NewerBuild section={section} since={newerSince} now={() => clock.at} reload={() => reloads.push(1)} />
        )}
        <Outlet context={sections} />
      </>
    )
  }
  const router = createMemoryRouter([{ element: <Page />, children: [{ path: '*', element: <CurrentSection /> }] }], {
    initialEntries: ['/orders'],
  })
  render(
    <I18nextProvider i18n={bundledTranslations()}>
      <ShellContext value={{ loader } as ShellParts}>
        <RouterProvider router={router} />
      </ShellContext>
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { name: 'first' })
  const shown = async (release: string) => void (await screen.findByRole('heading', { name: release }))
  return {
    deploy: (now: Deployed) => act(() => deployed.setState(now, true)),
    note: () => screen.getByLabelText<HTMLInputElement>('Note'),
    open: async (name: string, release: string) => {
      fireEvent.click(screen.getByRole('link', { name: `To ${name}` }))
      await shown(release)
    },
    shown,
    fetched,
    run,
    uploads,
    clock,
    reloads,
  }
}

describe('a section that is open', () => {
  it('loses no letter, no focus and no undo while its canary starts and ends, is promoted, pinned and rolled back', async () => {
    const { deploy, note, open, fetched, run } = await setUp()
    const user = userEvent.setup()
    const input = note()
    await user.click(input)
    const third = releaseOf('third')
    const steps: readonly Deployed[] = [
      { live: first, own: second }, // a canary starts
      { live: first }, // ends
      { live: first, own: second }, // starts again
      { live: second }, // is promoted
      { live: second, own: third }, // another release is pinned
      { live: second }, // is pinned no more
      { live: first }, // rolled back
      { live: third }, // another one is live
    ]
    let typed = ''
    for (const [at, step] of steps.entries()) {
      await user.keyboard('ab')
      deploy(step)
      await user.keyboard('cd')
      typed += 'abcd'
      expect([at, note().value, note() === input, document.activeElement === input]).toEqual([at, typed, true, true])
    }
    for (const letter of [...typed].reverse()) {
      expect(note().value.at(-1)).toBe(letter)
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    }
    expect(note().value).toBe('')
    // The others were fetched, and not run beside what is used.
    await waitFor(() => expect(fetched).toEqual(['second', 'third']))
    expect(run).toEqual(['first'])
    await open('others', 'others')
    await open('orders', 'third')
  })

  it('that fails is replaced at once', async () => {
    const { deploy, note, shown } = await setUp()
    using _ = rs.spyOn(console, 'error').mockImplementation(() => undefined)
    deploy({ live: first, own: second })
    expect(note()).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Break' }))
    await shown('second')
  })

  it('stays for those who come back while a file is on its way, and goes with it', async () => {
    const { deploy, open, uploads } = await setUp()
    deploy({ live: second })
    uploads.are = true
    await open('others', 'others')
    await open('orders', 'first')
    uploads.are = false
    await open('others', 'others')
    await open('orders', 'second')
  })

  it('goes on with what it has where the release that is live now wants a newer shell', async () => {
    const { deploy, open } = await setUp()
    deploy({ live: { ...second, shellContract: '^99.0.0' } })
    await open('others', 'others')
    await open('orders', 'first')
  })

  it('says after a day that a newer version is there, and not where it went again', async () => {
    const { deploy, note, clock, reloads } = await setUp()
    rs.useFakeTimers()
    const pass = (milliseconds: number) => {
      clock.at += milliseconds
      act(() => void rs.advanceTimersByTime(60_000))
    }
    const button = () => screen.queryByRole('button', { name: 'Reload the page' })
    deploy({ live: second })
    pass(quietMs - 1)
    expect(button()).toBeNull()
    pass(1)
    expect(screen.getByRole('status').textContent).toContain('A newer version of Orders is there.')
    fireEvent.click(button() as HTMLElement)
    expect(reloads).toEqual([1])
    expect(note()).toBeTruthy()
    deploy({ live: first })
    expect(button()).toBeNull()
    deploy({ live: second })
    pass(quietMs - 1)
    expect(button()).toBeNull()
  })
})
