import { slotVersions } from '@pim/contract/core/contract-versions.ts'
import { type ItemPanelGiven, type ItemsColumnGiven, type SlotGiven, useFills } from '@pim/shell/slots'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import strings from '../../locales/en-US.json'
import { addSectionStrings, bundledTranslations } from '../boot/load-translations.ts'
import type { Federation } from '../remotes/federation.ts'
import { manifestCache } from '../remotes/manifests.ts'
import type { SectionFailure } from '../remotes/section-failure.ts'
import { createSectionLoader } from '../remotes/section-loader.ts'
import { sectionsOf } from '../remotes/sections.ts'
import { ShellContext, type ShellParts } from '../shell-context.ts'
import { OfferedSlots } from './offered-slots.tsx'

afterEach(cleanup)

const version = slotVersions['item.panel']
const everybody = { role: 'editor', featureToggles: {}, isOpen: true, mayOperate: false } as const

/** As a team says what the slot of another team's section gives. */
declare module '@pim/shell/slots' {
  interface SlotGiven {
    readonly 'shelf.boxPanel': { readonly boxId: string }
    readonly 'shelf.lid': { readonly boxId: string }
  }
}

/** Sections as the server tells of them: that of the product, and that of another team. */
const sections = sectionsOf({
  keycloak: { clientId: '', realm: '', keycloakUrl: '' },
  remotes: {
    content: {
      manifestUrl: '/content.json',
      position: 1,
      screens: { '/': { titleKey: 'content.title' } },
      fills: { 'item.panel': { history: { titleKey: 'content.history', position: 30, version } } },
      strings: { 'en-US': { 'content.title': 'Content', 'content.history': 'History' } },
      shellContract: '^2.0.0',
    },
    shelf: {
      manifestUrl: '/shelf.json',
      screens: { '/shelf': { titleKey: 'shelf.title' } },
      slots: { 'shelf.boxPanel': { titleKey: 'shelf.panel', version: '1.4.0' } },
    },
    orders: {
      manifestUrl: '/orders.json',
      position: 5,
      titleKey: 'orders.title',
      screens: { '/orders': { titleKey: 'orders.title' } },
      fills: {
        'item.panel': {
          open: { titleKey: 'orders.open', version },
          first: { titleKey: 'orders.first', position: 5, version },
          keys: { titleKey: 'orders.keys', role: 'admin', version },
          beta: { titleKey: 'orders.beta', featureToggle: 'beta', version },
          later: { titleKey: 'orders.later', version: '^99.0.0' },
        },
        'item.roof': { open: { titleKey: 'orders.open' } },
        'items.column': { open: { titleKey: 'orders.open' } },
        'shelf.boxPanel': {
          open: { titleKey: 'orders.open', version: '^1.0.0' },
          first: { titleKey: 'orders.first', version: '^2.0.0' },
        },
        'shelf.lid': { open: { titleKey: 'orders.open', version: '^1.0.0' } },
      },
      strings: { 'en-US': { 'orders.title': 'Orders', 'orders.open': 'Open orders', 'orders.first': 'First order' } },
      shellContract: '^2.0.0',
    },
  },
})

const History = () => <p>three versions</p>
const content = { screens: {}, strings: {}, fills: { 'item.panel': { history: async () => History } } }
const ordersWith = (open: unknown, first: unknown = async () => () => <p>the first</p>) => ({
  screens: {},
  strings: {},
  fills: { 'item.panel': { open, first }, 'items.column': { open } },
})

const given: ItemPanelGiven = {
  contentItemId: 'i1',
  contentVariationId: 'cv1',
  variationId: 'v1',
  languageCode: 'sv-SE',
  contentTypeName: 'camera',
  version: 3,
  isDeleted: false,
  isReadOnly: false,
  isSaved: true,
  save: async () => true,
  channels: { chosen: [], choose: () => {}, isRefused: false, conflict: undefined, settle: () => {} },
}

/** A screen with a slot beside something that somebody types in. */
function Item() {
  const fills = useFills('item.panel')
  const [typed, type] = useState('')
  return (
    <>
      <input aria-label="Title" value={typed} onChange={(event) => type(event.target.value)} />
      {fills.map(({ id, title, Filled }) => (
        <section key={id} aria-label={title}>
          <Filled {...given} />
        </section>
      ))}
    </>
  )
}

interface World {
  readonly remotes?: Record<string, unknown>
  readonly load?: Federation['load']
  readonly switchedOff?: readonly string[]
  readonly situation?: Parameters<typeof OfferedSlots>[0]['situation']
  readonly page?: ReactNode
  readonly deadline?: number
}

function open({
  remotes = {},
  load,
  switchedOff,
  situation = everybody,
  page = <Item />,
  deadline = 5_000,
}: World = {}) {
  const served: Record<string, unknown> = { content, orders: ordersWith(async () => () => null), ...remotes }
  const asked: string[] = []
  const translations = bundledTranslations()
  void addSectionStrings(translations, { 'en-US': strings })
  const loader = createSectionLoader({
    federation: {
      lentModule: async () => ({}),
      load:
        load ??
        (async ({ name }) => {
          asked.push(name)
          const remote = served[name]
          if (remote === undefined) throw Object.assign(new Error('gone'), { name: 'ChunkLoadError' })
          return { remote }
        }),
    },
    manifests: manifestCache(async (url) => {
      const name = /(\w+)\.json$/.exec(url)?.[1] ?? ''
      return Response.json({
        metaData: { globalName: name, remoteEntry: { path: '', name: 'remoteEntry.js' } },
        exposes: [],
        shellContract: '^2.0.0',
      })
    }, 1_000),
    onLoaded: () => undefined,
    fetchAll: async () => `${performance.now()}`,
    findAbsent: async () => undefined,
    findRefused: async () => false,
    loadCalls: async () => undefined,
    loadRetired: async () => undefined,
    deadline,
  })
  const failures: string[] = []
  const reportFailure = ({ name }: { name: string }, { reason, message }: SectionFailure) =>
    void failures.push(`${name} ${reason}: ${message}`)
  // The parts that slots use; no other is asked for here.
  const parts = { loader, reportFailure } as Partial<ShellParts> as ShellParts
  const pageWith = (off: readonly string[] | undefined) => (
    <I18nextProvider i18n={translations}>
      <ShellContext value={parts}>
        <OfferedSlots sections={sections} situation={situation} switchedOff={off}>
          {page}
        </OfferedSlots>
      </ShellContext>
    </I18nextProvider>
  )
  const shown = render(pageWith(switchedOff))
  return {
    user: userEvent.setup(),
    served,
    asked,
    failures,
    loader,
    switchOff: (off: readonly string[]) => shown.rerender(pageWith(off)),
  }
}

const titles = () => screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'))
const part = (name: string) => within(screen.getByRole('region', { name }))

/** Silences React's log of an error that a boundary has caught: it would look like a failure of the test. */
const quietly = () => rs.spyOn(console, 'error').mockImplementation(() => {})

describe('a slot', () => {
  it('shows what sections add, in its order, each with what the slot gives', async () => {
    const Open = ({ contentItemId, version: of }: ItemPanelGiven) => <p>{`orders of ${contentItemId} ${of}`}</p>
    open({ remotes: { orders: ordersWith(async () => Open) } })
    expect(titles()).toEqual(['First order', 'History', 'Open orders'])
    expect(await part('Open orders').findByText('orders of i1 3')).toBeTruthy()
    expect(await part('History').findByText('three versions')).toBeTruthy()
  })

  it('leaves out what is switched off, not offered, or made for another version of it', () => {
    const { switchOff } = open({ switchedOff: ['orders/item.panel/first'] })
    expect(titles()).toEqual(['History', 'Open orders'])
    switchOff([])
    expect(titles()).toEqual(['First order', 'History', 'Open orders'])
    cleanup()
    open({ situation: { ...everybody, role: 'admin', featureToggles: { beta: true } } })
    expect(titles()).toEqual(['First order', 'History', 'beta', 'keys', 'Open orders'])
  })

  it('of another section shows what fits its version; one that no section offers shows nothing', async () => {
    const Open = ({ boxId }: SlotGiven['shelf.boxPanel']) => <p>{`orders in ${boxId}`}</p>
    const Box = () => {
      const fills = [...useFills('shelf.boxPanel'), ...useFills('shelf.lid')]
      return fills.map(({ id, title, Filled }) => (
        <section key={id} aria-label={title}>
          <Filled boxId="b1" />
        </section>
      ))
    }
    const fills = { 'shelf.boxPanel': { open: async () => Open } }
    open({ remotes: { orders: { screens: {}, strings: {}, fills } }, page: <Box /> })
    expect(titles()).toEqual(['Open orders'])
    expect(await part('Open orders').findByText('orders in b1')).toBeTruthy()
  })

  it('loads a section once for all of its places, and none that nobody sees', async () => {
    const Cell = ({ contentItemId, contentItemIds }: ItemsColumnGiven) => (
      <p>{`${contentItemId} of ${contentItemIds.length}`}</p>
    )
    const load = rs.fn(async () => Cell)
    const ids = ['a', 'b', 'c']
    const Rows = () => {
      const [column] = useFills('items.column')
      return ids.map(
        (id) => column && <column.Filled key={id} contentItemId={id} contentItemIds={ids} variationId="v" />,
      )
    }
    const { asked } = open({ remotes: { orders: ordersWith(load) }, page: <Rows /> })
    expect(await screen.findByText('c of 3')).toBeTruthy()
    expect(asked).toEqual(['orders'])
    expect(load).toHaveBeenCalledTimes(1)
  })
})

describe('what fills a slot', () => {
  it('and throws while it is drawn is a small panel, beside which all else works, until somebody tries again', async () => {
    using _ = quietly()
    let isBroken = true
    const Open = () => {
      if (isBroken) throw new Error('no such order')
      return <p>two orders</p>
    }
    const { user, failures } = open({ remotes: { orders: ordersWith(async () => Open) } })
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Kam')
    expect((await part('Open orders').findByRole('alert')).textContent).toContain('Open orders is not available')
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'era')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Kamera')
    expect(await part('History').findByText('three versions')).toBeTruthy()
    expect(await part('First order').findByText('the first')).toBeTruthy()
    expect(failures).toEqual(['orders broken: open of orders in item.panel threw.'])
    isBroken = false
    await user.click(part('Open orders').getByRole('button', { name: 'Load Open orders again' }))
    expect(await part('Open orders').findByText('two orders')).toBeTruthy()
  })

  it('and is not in the code of its section is told, and the rest of the section works', async () => {
    const { failures } = open({ remotes: { orders: ordersWith(undefined) } })
    expect(await part('Open orders').findByRole('alert')).toBeTruthy()
    expect(await part('First order').findByText('the first')).toBeTruthy()
    expect(failures).toEqual(['orders broken: open of orders in item.panel is not in the code of its section.'])
  })

  it('and whose code does not come is fetched again by itself', async () => {
    using _ = rs.useFakeTimers()
    let isThere = false
    const load = async () => {
      if (!isThere) throw Object.assign(new Error('gone'), { name: 'ChunkLoadError' })
      return () => <p>two orders</p>
    }
    open({ remotes: { orders: ordersWith(load) } })
    await act(() => rs.advanceTimersByTimeAsync(500))
    expect(part('Open orders').getByRole('alert').textContent).toContain('could not be fetched')
    isThere = true
    await act(() => rs.advanceTimersByTimeAsync(6_000))
    expect(part('Open orders').getByText('two orders')).toBeTruthy()
  })

  it('and whose code hangs is told after a while, and shown when it has come', async () => {
    using _ = rs.useFakeTimers()
    const coming = Promise.withResolvers<() => ReactNode>()
    open({ remotes: { orders: ordersWith(() => coming.promise) } })
    await act(() => rs.advanceTimersByTimeAsync(7_000))
    expect(part('Open orders').getByRole('alert').textContent).toContain('did not answer in time')
    await act(async () => coming.resolve(() => <p>two orders</p>))
    expect(part('Open orders').getByText('two orders')).toBeTruthy()
  })

  it('of a section that does not come fails alone, and comes back with it', async () => {
    const { user, served } = open({ remotes: { orders: undefined } })
    expect(await part('Open orders').findByRole('alert')).toBeTruthy()
    expect(await part('History').findByText('three versions')).toBeTruthy()
    served.orders = ordersWith(async () => () => <p>two orders</p>)
    await user.click(part('First order').getByRole('button', { name: 'Load First order again' }))
    expect(await part('Open orders').findByText('two orders')).toBeTruthy()
    expect(await part('First order').findByText('the first')).toBeTruthy()
  })

  it('of a section that hangs is told at the deadline', async () => {
    using _ = rs.useFakeTimers()
    open({
      load: ({ name }) => (name === 'orders' ? new Promise(() => {}) : Promise.resolve({ remote: content })),
      deadline: 2_000,
    })
    await act(() => rs.advanceTimersByTimeAsync(2_100))
    expect(part('Open orders').getByRole('alert').textContent).toContain('did not answer in time')
    expect(part('History').getByText('three versions')).toBeTruthy()
  })

  it('and fails in a cell is a button there, and not a panel in each row', async () => {
    const Rows = () => {
      const [column] = useFills('items.column')
      return column && <column.Filled contentItemId="a" contentItemIds={['a']} variationId="v" />
    }
    open({ remotes: { orders: ordersWith(undefined) }, page: <Rows /> })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Load Open orders again' })).toBeTruthy())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
