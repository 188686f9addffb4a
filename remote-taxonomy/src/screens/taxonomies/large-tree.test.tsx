import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { PlacedConcept, Role } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, beforeAll, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const taxonomyId = uuid(1)
const variationId = uuid(2)
/** Ten roots with 500 concepts each. */
const [roots, perRoot] = [10, 500]
const rootId = (at: number) => uuid(1_000 + at)
const childId = (root: number, at: number) => uuid(100_000 + root * 1_000 + at)

/** A server of one large taxonomy, which answers parts alone. */
function open(at: string, overrides: Handlers = {}, role: Role = 'admin') {
  const children = new Map<string | null, string[]>([
    [null, Array.from({ length: roots }, (_, root) => rootId(root))],
    ...Array.from(
      { length: roots },
      (_, root) => [rootId(root), Array.from({ length: perRoot }, (_, child) => childId(root, child))] as const,
    ).map(([id, ids]) => [id, [...ids]] as [string, string[]]),
  ])
  const names = new Map<string, string>()
  for (let root = 0; root < roots; root++) {
    names.set(rootId(root), `Root-${root}`)
    for (let child = 0; child < perRoot; child++) names.set(childId(root, child), `Child ${root}-${child}`)
  }
  const parentOf = (id: string) => [...children].find(([, ids]) => ids.includes(id))?.[0]
  const placed = (id: string): PlacedConcept => {
    const parentConceptId = parentOf(id) ?? null
    return {
      conceptId: id,
      friendlyName: names.get(id) ?? '',
      description: '',
      parentConceptId,
      position: children.get(parentConceptId)?.indexOf(id) ?? 0,
      childCount: children.get(id)?.length ?? 0,
      version: 1,
    }
  }
  const record = createShellRecord()
  const sent: string[] = []
  const server: Handlers = {
    'taxonomies.getTaxonomies': () => [
      { taxonomyId, friendlyName: 'Products', description: '', conceptCount: names.size },
    ],
    'taxonomies.getConceptChildren': ({ query }) => {
      const ids = children.get(query.parentConceptId ?? null) ?? []
      sent.push(`children of ${names.get(query.parentConceptId ?? '') ?? 'the top'} from ${query.fromPosition}`)
      const page = ids.slice(query.fromPosition, query.fromPosition + query.limit)
      return { childCount: ids.length, concepts: page.map(placed) }
    },
    'taxonomies.locateConcepts': ({ body }) => {
      sent.push(`locate ${body.conceptIds.map((id) => names.get(id) ?? 'nobody').join()}`)
      const ids = body.conceptIds.filter((id) => names.has(id))
      return [...new Set(ids.map(parentOf).filter((id) => typeof id === 'string')), ...ids].map(placed)
    },
    'taxonomies.getConceptMerges': () => [],
    'taxonomies.getConcept': ({ params }) => {
      if (!names.has(params.conceptId)) throw new Refusal('NOT_FOUND')
      return placed(params.conceptId)
    },
    'taxonomies.changeConcept': ({ params: { conceptId }, query }) => {
      sent.push(`change ${JSON.stringify(query)}`)
      const before = placed(conceptId)
      const parent = query.parentConceptId === undefined ? before.parentConceptId : query.parentConceptId
      children.set(
        before.parentConceptId,
        (children.get(before.parentConceptId) ?? []).filter((id) => id !== conceptId),
      )
      children.get(parent)?.splice(query.position ?? before.position, 0, conceptId)
      if (query.friendlyName) names.set(conceptId, query.friendlyName)
      const { childCount: _, ...after } = placed(conceptId)
      return { ...after, version: 2 }
    },
    'taxonomies.searchConcepts': ({ body }) =>
      [...names]
        .filter(([, name]) => name.toLowerCase().includes(body.text.toLowerCase()))
        .slice(0, body.limit)
        .map(([conceptId, name]) => ({
          conceptId,
          taxonomyId,
          taxonomyName: 'Products',
          name,
          nameLanguage: 'en-US',
          path: [],
        })),
    'tenants.getVariations': () => [
      { variationId, languageCode: 'en-US', friendlyName: 'en-US', isDefault: true, fallbackVariationId: null },
    ],
    'search.searchAll': () => ({ items: [], paging: { pageNumber: 1, pageSize: 5, totalCount: 0, totalPages: 0 } }),
    ...overrides,
  }
  render(
    <TestShell
      remote={remote}
      at={at}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      server={server}
      role={role}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record, sent }
}

const ofProducts = `/taxonomies?taxonomy=${taxonomyId}`
const tree = () => screen.findByRole('tree', { name: 'Concepts of Products' })
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) })
const activeRow = async () =>
  document.getElementById((await tree()).getAttribute('aria-activedescendant') ?? '')?.textContent

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => {
  // There is no layout: the tree is 600 pixels high, and scrolls as far as its rows reach.
  for (const name of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'])
    Object.defineProperty(HTMLElement.prototype, name, { get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    get(this: HTMLElement) {
      return Number.parseInt((this.firstElementChild as HTMLElement | null)?.style.height ?? '', 10) || 600
    },
  })
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? 0
    this.dispatchEvent(new Event('scroll'))
  }
})
afterEach(cleanup)

describe('a large taxonomy', () => {
  it('opens with one page, and reads the children of a concept when that is opened', async () => {
    const { user, sent } = open(ofProducts)
    expect((await row('Root-0')).getAttribute('aria-setsize')).toBe('10')
    expect(sent).toEqual(['children of the top from 0'])
    const list = await tree()
    list.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getAllByRole('treeitem', { name: 'Loading' })[0]?.getAttribute('aria-setsize')).toBe('500')
    const first = await row('Child 0-0')
    expect([first.getAttribute('aria-posinset'), first.getAttribute('aria-setsize')]).toEqual(['1', '500'])
    expect(sent).toEqual(['children of the top from 0', 'children of Root-0 from 0'])
  })

  it('follows a link to a concept far down: its path is read, and the page around it', async () => {
    const { sent } = open(`${ofProducts}&concept=${childId(7, 450)}`)
    expect((await row('Child 7-450')).getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy()
    expect(within(screen.getByRole('navigation', { name: 'Where it stands' })).getByText('Root-7')).toBeTruthy()
    expect(sent).toContain('locate Child 7-450')
    await row('Child 7-451')
    expect(sent.filter((call) => call.startsWith('children of Root-7'))).toEqual(['children of Root-7 from 400'])
  })

  it('says of a link to a concept that is not there that it is gone', async () => {
    open(`${ofProducts}&concept=${uuid(9)}`)
    expect(await screen.findByText(strings['taxonomy.concept.gone'])).toBeTruthy()
  })

  /** Letters 100 ms apart by the clock of their events: a busy machine would take longer than the tree waits for the next one. */
  const typeAhead = (list: HTMLElement, letters: string) => {
    for (const [at, key] of [...letters].entries()) {
      const event = createEvent.keyDown(list, { key })
      Object.defineProperty(event, 'timeStamp', { value: 1_000 + at * 100 })
      fireEvent(list, event)
    }
  }

  it('goes to the last row by the keyboard, and stays there once it is read', async () => {
    const { user } = open(ofProducts)
    await row('Root-9')
    const list = await tree()
    list.focus()
    await user.keyboard('{End}{ArrowRight}{End}')
    await waitFor(async () => expect(await activeRow()).toBe('Child 9-499'))
    await user.keyboard('{ArrowUp}')
    expect(await activeRow()).toBe('Child 9-498')
    await user.keyboard('{Home}')
    expect(await activeRow()).toMatch(/^Root-0/)
    typeAhead(list, 'root-4')
    expect(await activeRow()).toMatch(/^Root-4/)
  })

  it('shows what a search has found in its place, with the concepts above it', async () => {
    const { user } = open(ofProducts)
    await row('Root-0')
    await user.type(screen.getByRole('searchbox', { name: 'Search concepts' }), 'Child 3-321')
    const found = await row('Child 3-321')
    expect([found.getAttribute('aria-level'), found.getAttribute('aria-posinset')]).toEqual(['2', '322'])
    expect(screen.queryByText(strings['taxonomy.tree.nothingFits'])).toBeNull()
  })

  it('moves a concept by its place among all, and shows it there at once', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${childId(7, 450)}`)
    await row('Child 7-451')
    const list = await tree()
    list.focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(sent).toContain(`change {"parentConceptId":"${rootId(7)}","position":449}`))
    await waitFor(async () => expect((await row('Child 7-450')).getAttribute('aria-posinset')).toBe('450'))
    expect((await row('Child 7-449')).getAttribute('aria-posinset')).toBe('451')
  })

  it('moves a concept below one that was never looked at', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${childId(7, 450)}`)
    await row('Child 7-450')
    await user.click(await screen.findByRole('button', { name: 'Move to…' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('searchbox', { name: 'Search concepts' }), 'Child 2-400')
    await user.click(await within(dialog).findByRole('treeitem', { name: 'Child 2-400' }))
    await user.click(within(dialog).getByRole('button', { name: 'Move here' }))
    await waitFor(() => expect(sent).toContain(`change {"parentConceptId":"${childId(2, 400)}","position":0}`))
  })

  it('says so where a part cannot be read, and reads it again when told to', async () => {
    let isDown = true
    const { user } = open(ofProducts, {
      'taxonomies.getConceptChildren': ({ query }) => {
        if (query.parentConceptId && isDown) throw new Refusal('NOT_FOUND')
        const concept = { description: '', position: 0, version: 1, parentConceptId: query.parentConceptId ?? null }
        const [conceptId, friendlyName] = query.parentConceptId ? [uuid(8), 'Below'] : [uuid(7), 'Above']
        const childCount = query.parentConceptId ? 0 : 1
        return { childCount: 1, concepts: [{ ...concept, conceptId, friendlyName, childCount }] }
      },
    })
    await row('Above')
    ;(await tree()).focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText(strings['taxonomy.tree.partsFailed'])).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await row('Below')
    expect(screen.queryByText(strings['taxonomy.tree.partsFailed'])).toBeNull()
  })
})
