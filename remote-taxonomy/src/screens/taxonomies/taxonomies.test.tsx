import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { Concept, ConceptPlan, Role, Variation } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import type { ConceptDetailGiven } from '@pim/shell/slots'
import { createShellRecord, fillsOf, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, beforeAll, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const taxonomyId = uuid(1)
const ids = { cameras: uuid(10), reflex: uuid(11), mirrorless: uuid(12), lenses: uuid(13) }

const firstConcepts = (): Concept[] => [
  { conceptId: ids.cameras, friendlyName: 'Cameras', description: '', parentConceptId: null, position: 0 },
  {
    conceptId: ids.reflex,
    friendlyName: 'Reflex',
    description: 'With a mirror',
    parentConceptId: ids.cameras,
    position: 0,
  },
  { conceptId: ids.mirrorless, friendlyName: 'Mirrorless', description: '', parentConceptId: ids.cameras, position: 1 },
  { conceptId: ids.lenses, friendlyName: 'Lenses', description: '', parentConceptId: null, position: 1 },
]

const variations: Variation[] = ['en-US', 'de-DE', 'ar-EG'].map((languageCode, at) => ({
  variationId: uuid(50 + at),
  languageCode,
  friendlyName: languageCode,
  isDefault: at === 0,
  fallbackVariationId: null,
}))

/** A small server of one taxonomy: enough to see that what is on the screen is what was sent. */
function open(at: string, overrides: Handlers = {}, role: Role = 'admin', fills = fillsOf({}, {})) {
  let concepts = firstConcepts()
  let made = 100
  const taxonomy = () => ({ taxonomyId, friendlyName: 'Products', description: '', conceptCount: concepts.length })
  const record = createShellRecord()
  const sent: string[] = []
  const server: Handlers = {
    'taxonomies.getTaxonomies': () => [taxonomy()],
    'taxonomies.getTaxonomy': () => ({ ...taxonomy(), concepts }),
    'tenants.getVariations': () => variations,
    'taxonomies.getConcept': ({ params }) => {
      const concept = concepts.find(({ conceptId }) => conceptId === params.conceptId)
      if (!concept) throw new Refusal('NOT_FOUND')
      return { ...concept, names: { 'en-US': concept.friendlyName, ...concept.names } }
    },
    'taxonomies.changeConceptWords': ({ params, body }) => {
      sent.push(`words ${JSON.stringify(body)}`)
      concepts = concepts.map((concept) =>
        concept.conceptId === params.conceptId ? { ...concept, ...body, code: body.code ?? undefined } : concept,
      )
      const changed = concepts.find(({ conceptId }) => conceptId === params.conceptId)
      if (!changed) throw new Refusal('NOT_FOUND')
      return changed
    },
    'taxonomies.createConcept': ({ query }) => {
      made += 1
      sent.push(`create ${query.friendlyName}`)
      const concept = { conceptId: uuid(made), parentConceptId: query.parentConceptId ?? null, position: 9 }
      const added = { ...concept, friendlyName: query.friendlyName, description: query.description }
      concepts = [...concepts, added]
      return added
    },
    'taxonomies.changeConcept': ({ params, query }) => {
      sent.push(`change ${JSON.stringify(query)}`)
      const before = concepts.find((concept) => concept.conceptId === params.conceptId)
      if (!before) throw new Refusal('NOT_FOUND')
      const after = {
        conceptId: before.conceptId,
        friendlyName: query.friendlyName ?? before.friendlyName,
        description: query.description ?? before.description,
        parentConceptId: query.parentConceptId === undefined ? before.parentConceptId : query.parentConceptId,
        position: query.position ?? before.position,
      }
      concepts = concepts.map((concept) => (concept === before ? after : concept))
      return after
    },
    'taxonomies.deleteConcept': ({ params, query }) => {
      sent.push(`delete detach=${query.detach}`)
      concepts = concepts.filter(({ conceptId }) => conceptId !== params.conceptId)
    },
    'taxonomies.getConceptMerges': () => [],
    'taxonomies.searchConcepts': () => [],
    'search.searchAll': () => ({
      items: [],
      paging: { pageNumber: 1, pageSize: 5, totalCount: 0, totalPages: 0 },
    }),
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
      fills={fills}
    />,
  )
  return { user: userEvent.setup(), record, sent }
}

const ofProducts = `/taxonomies?taxonomy=${taxonomyId}`
const tree = () => screen.findByRole('tree', { name: 'Concepts of Products' })
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) })
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })

// Roles and labels are looked for in the whole document, which a busy machine takes its time over.
rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => {
  // Without a layout everything is zero pixels high, and a tree that draws what is in sight would draw nothing.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => 600 })
})
afterEach(cleanup)

describe('the taxonomy section', () => {
  it('starts with the taxonomies, their counts and the form for a new one', async () => {
    open('/taxonomies')
    expect(await screen.findByRole('link', { name: /Products 4 concepts/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'New taxonomy' })).toBeTruthy()
    expect(await nameField()).toBeTruthy()
  })

  it('keeps a name that was typed while somebody else changed the concept, says so, and sends it again when told to', async () => {
    const stored = { conceptId: ids.lenses, description: '', parentConceptId: null, position: 1 }
    const asked: (string | null)[] = []
    let theirs = false
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.getTaxonomy': () => ({
        taxonomyId,
        friendlyName: 'Products',
        description: '',
        conceptCount: 1,
        concepts: [{ ...stored, friendlyName: theirs ? 'Theirs' : 'Lenses', version: theirs ? 8 : 7 }],
      }),
      'taxonomies.changeConcept': ({ request, query }) => {
        asked.push(request.headers.get('if-match'))
        if (asked.length > 1) return { ...stored, friendlyName: query.friendlyName ?? '', version: 9 }
        theirs = true
        throw new Refusal('PRECONDITION_FAILED', { currentVersion: 8 })
      },
    })
    const name = await nameField()
    await user.clear(name)
    await user.type(name, 'Optics{Enter}')
    await waitFor(() =>
      expect(String(record.feedback.map(({ message }) => message))).toContain('Somebody else has changed'),
    )
    expect((await nameField()).value).toBe('Optics')
    await screen.findByText(/Theirs/, { selector: 'p' })
    await user.type(await nameField(), '{Enter}')
    await waitFor(() => expect(asked).toEqual(['"7"', '"8"']))
  })

  it('creates a taxonomy and goes into it', async () => {
    const created: string[] = []
    const { user } = open('/taxonomies', {
      'taxonomies.createTaxonomy': ({ query }) => {
        created.push(query.friendlyName)
        return { taxonomyId, friendlyName: query.friendlyName, description: '', conceptCount: 0 }
      },
    })
    await user.type(await nameField(), 'Topics{Enter}')
    await tree()
    expect(created).toEqual(['Topics'])
  })

  it('opens a link to a concept at its place in the tree', async () => {
    open(`${ofProducts}&concept=${ids.reflex}`)
    expect((await row('Reflex')).getAttribute('aria-selected')).toBe('true')
    expect((await nameField()).value).toBe('Reflex')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('With a mirror')
  })

  it('names a concept in other languages, and keeps the names that it has', async () => {
    const { user, sent, record } = open(`${ofProducts}&concept=${ids.reflex}`)
    const named = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name in this language' })
    expect([named.lang, named.dir]).toEqual(['de-DE', 'ltr'])
    await user.type(named, 'Spiegelreflex')
    await user.type(screen.getByRole('textbox', { name: 'Synonyms' }), 'SLR{Enter}DSLR')
    await user.click(screen.getByRole('combobox', { name: 'Language' }))
    await user.click(await screen.findByRole('option', { name: /Arabic.*no name yet/ }))
    const arabic = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name in this language' })
    expect([arabic.value, arabic.dir]).toEqual(['', 'rtl'])
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'SLR-1')
    await user.click(screen.getByRole('button', { name: 'Save words' }))
    await waitFor(() => expect(record.feedback[0]?.message).toBe('The words of Reflex are saved'))
    expect(sent).toEqual([
      `words ${JSON.stringify({
        code: 'SLR-1',
        names: { 'en-US': 'Reflex', 'de-DE': 'Spiegelreflex' },
        synonyms: { 'de-DE': ['SLR', 'DSLR'] },
      })}`,
    ])
    expect(screen.queryByRole('button', { name: 'Save words' })).toBeNull()
  })

  it('takes its own save of the name for none of somebody else, where words are typed as well', async () => {
    const asked: (string | null)[] = []
    const lenses = { conceptId: ids.lenses, description: '', parentConceptId: null, position: 1 }
    const { user } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.getTaxonomy': () => ({
        taxonomyId,
        friendlyName: 'Products',
        description: '',
        conceptCount: 1,
        concepts: [{ ...lenses, friendlyName: 'Lenses', version: 7 }],
      }),
      'taxonomies.getConcept': () => ({ ...lenses, friendlyName: 'Lenses', version: 7, names: { 'en-US': 'Lenses' } }),
      'taxonomies.changeConcept': ({ request, query }) => {
        asked.push(request.headers.get('if-match'))
        return { ...lenses, friendlyName: query.friendlyName ?? '', version: 8 }
      },
      'taxonomies.changeConceptWords': ({ request }) => {
        asked.push(request.headers.get('if-match'))
        return { ...lenses, friendlyName: 'Optics', version: 9 }
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name in this language' }), 'Objektive')
    await user.clear(await nameField())
    await user.type(await nameField(), 'Optics{Enter}')
    await waitFor(() => expect(asked).toEqual(['"7"']))
    await user.click(screen.getByRole('button', { name: 'Save words' }))
    await waitFor(() => expect(asked).toEqual(['"7"', '"8"']))
  })

  it('keeps the words that were not saved, and says why', async () => {
    const { user, record } = open(`${ofProducts}&concept=${ids.reflex}`, {
      'taxonomies.changeConceptWords': () => {
        throw new Refusal('PRECONDITION_FAILED', { currentVersion: 8 })
      },
    })
    const named = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name in this language' })
    await user.type(named, 'Spiegel')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(record.feedback[0]?.message).toContain('Somebody else has changed'))
    expect(named.value).toBe('Spiegel')
  })

  it('says when a link leads to what is no more', async () => {
    open(`${ofProducts}&concept=${uuid(99)}`)
    expect(await screen.findByText('This concept is not there any more')).toBeTruthy()
    cleanup()
    open(ofProducts, {
      'taxonomies.getTaxonomy': () => {
        throw new Refusal('NOT_FOUND')
      },
    })
    expect(await screen.findByText('This taxonomy is not there any more')).toBeTruthy()
  })
})

describe('a concept', () => {
  it('is renamed from the tree with F2 and Enter, and sends only what changed', async () => {
    const { user, sent } = open(ofProducts)
    const focused = await tree()
    focused.focus()
    await user.keyboard('{F2}')
    const input = await nameField()
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.keyboard('Photo{Enter}')
    await waitFor(() => expect(sent).toEqual(['change {"friendlyName":"Photo"}']))
    expect(await row('Photo')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tree'))
    expect(await within(await row('Photo')).findByTitle('Edited last')).toBeTruthy()
  })

  it('whose name is taken keeps what was typed and says so at the field', async () => {
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.changeConcept': () => {
        throw new Refusal('NAME_CONFLICT')
      },
    })
    const input = await nameField()
    await user.clear(input)
    await user.type(input, 'Cameras')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('There is one of that name in this place already')).toBeTruthy()
    expect(input.value).toBe('Cameras')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(record.feedback.at(-1)?.type).toBe('error')
    expect(record.drafts.get(`concept/${ids.lenses}`)).toBeTruthy()
  })

  it('gets back what was typed and never saved', async () => {
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`)
    await user.type(await nameField(), ' and more')
    await user.click(await row('Cameras'))
    await waitFor(async () => expect((await nameField()).value).toBe('Cameras'))
    expect(record.feedback.at(-1)?.message).toContain('what you typed is kept')
    await user.click(await row('Lenses'))
    await waitFor(async () => expect((await nameField()).value).toBe('Lenses and more'))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect((await nameField()).value).toBe('Lenses')
    expect(record.drafts.size).toBe(0)
  })

  it('is added below the selected one, one after the other', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${ids.lenses}`)
    await user.click(await screen.findByRole('button', { name: 'Add below' }))
    await user.type(await nameField(), 'Wide{Enter}')
    expect(await row('Wide')).toBeTruthy()
    await user.type(await nameField(), 'Tele{Enter}')
    expect((await row('Tele')).getAttribute('aria-level')).toBe('2')
    expect(sent).toEqual(['create Wide', 'create Tele'])
  })

  it('moves by keyboard at once, and goes back where the server refuses', async () => {
    const refused = Promise.withResolvers<never>()
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.changeConcept': () => refused.promise,
    })
    await row('Lenses')
    const focused = await tree()
    focused.focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect((await row('Lenses')).getAttribute('aria-level')).toBe('2')
    refused.reject(new Refusal('NAME_CONFLICT'))
    await waitFor(async () => expect((await row('Lenses')).getAttribute('aria-level')).toBe('1'))
    expect(record.feedback.at(-1)).toEqual({
      type: 'error',
      message: 'Lenses was not moved: there is one of that name in that place already',
    })
  })

  it.each([
    [
      'is not moved where somebody else has changed it; what they did is read, and the next move goes',
      '{Alt>}{ArrowUp}{/Alt}',
      'taxonomies.changeConcept',
    ],
    [
      'is not deleted where somebody else has changed it; what they did is read, and a second try goes',
      '{Delete}',
      'taxonomies.deleteConcept',
    ],
  ] as const)('%s', async (_what, keys, call) => {
    const concept = (conceptId: string, friendlyName: string, position: number, version: number): Concept => ({
      conceptId,
      friendlyName,
      description: '',
      parentConceptId: null,
      position,
      version,
    })
    const asked: (string | null)[] = []
    const isTheirs = () => asked.length > 0
    const answer = ({ request }: { request: Request }) => {
      asked.push(request.headers.get('if-match'))
      if (asked.length === 1) throw new Refusal('PRECONDITION_FAILED', { currentVersion: 8 })
      return concept(ids.lenses, 'Theirs', 0, 9)
    }
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.getTaxonomy': () => ({
        taxonomyId,
        friendlyName: 'Products',
        description: '',
        conceptCount: 2,
        concepts: [
          concept(ids.cameras, 'Cameras', 0, 3),
          concept(ids.lenses, isTheirs() ? 'Theirs' : 'Lenses', 1, isTheirs() ? 8 : 7),
        ],
      }),
      [call]: answer,
    })
    await row('Lenses')
    ;(await tree()).focus()
    await user.keyboard(keys)
    await screen.findAllByText('Theirs')
    if (call === 'taxonomies.deleteConcept') {
      const dialog = within(await screen.findByRole('alertdialog'))
      expect((await dialog.findByRole('alert')).textContent).toContain('somebody else has changed Lenses')
      await user.click(dialog.getByRole('button', { name: 'Delete' }))
    } else {
      const said = 'Lenses was not moved: somebody else has changed it'
      await waitFor(() => expect(String(record.feedback.map(({ message }) => message))).toContain(said))
      await user.keyboard(keys)
    }
    await waitFor(() => expect(asked).toEqual(['"7"', '"8"']))
  })

  it('is moved back with Ctrl+Z', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${ids.lenses}`)
    await row('Lenses')
    const focused = await tree()
    focused.focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(sent.at(-1)).toBe('change {"parentConceptId":null,"position":1}'))
  })

  it('is moved to a place that is chosen, never below itself', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${ids.lenses}`)
    await user.click(await screen.findByRole('button', { name: 'Move to…' }))
    const choice = await screen.findByRole('tree', { name: 'Move it below' })
    expect(within(choice).queryByRole('treeitem', { name: /Lenses/ })).toBeNull()
    await user.click(within(choice).getByRole('treeitem', { name: /Cameras/ }))
    await user.click(screen.getByRole('button', { name: 'Move here' }))
    await waitFor(() => expect(sent).toEqual([`change {"parentConceptId":"${ids.cameras}","position":2}`]))
  })

  it('says in the dialog why it could not be moved', async () => {
    const { user } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.changeConcept': () => {
        throw new Refusal('CONCEPT_CYCLE')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Move to…' }))
    await user.click(await screen.findByRole('button', { name: 'Move here' }))
    expect((await screen.findByRole('alert')).textContent).toContain('cannot go below itself')
  })

  it('without others below it goes at once, and comes back with Ctrl+Z', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${ids.lenses}`)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /Lenses/ })).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const focused = await tree()
    focused.focus()
    await user.keyboard('{Control>}z{/Control}')
    expect(await row('Lenses')).toBeTruthy()
    expect(sent).toEqual(['delete detach=false', 'create Lenses'])
  })

  const planOf = (itemCount: number, movedCount: number, conceptCount = 1): ConceptPlan => ({
    conceptCount,
    movedCount,
    itemCount,
    liveItemCount: 0,
    nameConflicts: [],
    lostWords: [],
    fingerprint: `seen ${itemCount} ${movedCount}`,
  })

  it('with others below it is deleted alone where they move up, and is back above them with Ctrl+Z', async () => {
    const steps: unknown[] = []
    const { user, sent } = open(`${ofProducts}&concept=${ids.cameras}`, {
      'taxonomies.planConceptStep': ({ body }) =>
        body.kind === 'delete' && body.children === 'delete' ? planOf(0, 0, 3) : planOf(0, 2),
      'taxonomies.takeConceptStep': ({ body }) => void steps.push(body),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Cameras?' }))
    const up = dialog.getByRole('radio', { name: 'They move up into its place' })
    await waitFor(() => expect(document.activeElement).toBe(up))
    await dialog.findByText(
      /1 concept is deleted. 2 concepts move up.* No content carries .* bring it back right after/,
    )
    // Nothing carries it: there is nothing to ask about content.
    expect(dialog.queryByRole('radio', { name: 'Take it out of the content' })).toBeNull()
    await user.keyboard('{ArrowDown}')
    await dialog.findByText(/3 concepts are deleted/)
    expect(dialog.getByRole('button', { name: 'Delete with 2 concepts' })).toBeTruthy()
    await user.keyboard('{ArrowUp}')
    await dialog.findByText(/2 concepts move up/)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(steps).toEqual([
        { step: { kind: 'delete', children: 'moveUp', assignTo: null }, fingerprint: 'seen 0 2' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    ;(await tree()).focus()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() =>
      expect(sent).toEqual([
        'create Cameras',
        `change {"parentConceptId":"${uuid(101)}","position":0}`,
        `change {"parentConceptId":"${uuid(101)}","position":1}`,
      ]),
    )
  })

  it('that was merged into another one can be taken back there, and says what stays as somebody has changed it', async () => {
    const undone: string[] = []
    let merges = [{ conceptId: uuid(500), name: 'Lens caps', mergedAt: '2026-01-01T00:00:00.000Z' }]
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.getConceptMerges': () => merges,
      'taxonomies.undoConceptMerge': ({ params }) => {
        undone.push(params.conceptId)
        merges = []
        return { childCount: 1, childrenLeftCount: 0, itemCount: 1_200, itemsLeftCount: 1, followsByJob: false }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Undo the merge of Lens caps' }))
    await waitFor(() => expect(undone).toEqual([uuid(500)]))
    await waitFor(() =>
      expect(record.feedback.at(-1)?.message).toBe(
        'Lens caps is there again, and 1,200 items have it again. 1 item or concept stays as it is, as somebody has changed it since.',
      ),
    )
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Merged into this one' })).toBeNull())
  })

  it('says which words the other one does not take before it is merged into it, and comes back with Ctrl+Z', async () => {
    const undone: string[] = []
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.takeConceptStep': () => undefined,
      'taxonomies.undoConceptMerge': ({ params }) => {
        undone.push(params.conceptId)
        return { childCount: 0, childrenLeftCount: 0, itemCount: 0, itemsLeftCount: 0, followsByJob: false }
      },
      'taxonomies.planConceptStep': ({ body }) => ({
        ...planOf(0, 0),
        lostWords:
          body.kind === 'merge'
            ? [
                { kind: 'synonyms', language: 'de-DE', words: ['Linse', 'Optik'] },
                { kind: 'description', language: 'en-US', words: ['Made of glass'] },
              ]
            : [],
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Merge into…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge Lenses into another concept' }))
    await user.click(await dialog.findByRole('treeitem', { name: /Cameras/ }))
    const lost = await dialog.findByText(/Cameras does not take these words/)
    expect(lost.textContent).toContain('Synonyms (de-DE): Linse and Optik')
    expect(lost.textContent).toContain('Description (en-US): Made of glass')
    await user.click(dialog.getByRole('radio', { name: /Give the content away only/ }))
    await dialog.findByText(/Lenses stays as it is/)
    expect(dialog.queryByText(/does not take these words/)).toBeNull()

    // A merge comes back with Ctrl+Z.
    await user.click(dialog.getByRole('radio', { name: /^Merge/ }))
    await dialog.findByText(/can be undone for thirty days/)
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByRole('button', { name: /Undo merging Lenses/ })
    ;(await tree()).focus()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(undone).toEqual([ids.lenses]))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('Lenses is there again.'))
  })

  it('that is in use goes once its content has another one, and says that this cannot be taken back', async () => {
    const steps: unknown[] = []
    const { user, record } = open(`${ofProducts}&concept=${ids.lenses}`, {
      'taxonomies.deleteConcept': () => {
        throw new Refusal('IN_USE', { usedBy: [{ contentItemId: uuid(50), name: 'Canon EOS' }] })
      },
      'taxonomies.planConceptStep': () => planOf(steps.length === 0 ? 1 : 2, 0),
      'taxonomies.takeConceptStep': ({ body }) => {
        steps.push(body)
        if (steps.length === 1) throw new Refusal('PLAN_OUTDATED')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Lenses?' }))
    await dialog.findByText(/1 item loses what is deleted. It cannot be brought back/)
    await user.click(dialog.getByRole('radio', { name: 'Give the content another concept' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(confirm.disabled).toBe(true)
    const choice = within(dialog.getByRole('tree', { name: 'Which concept the content gets' }))
    expect(choice.queryByRole('treeitem', { name: /Lenses/ })).toBeNull()
    await user.click(choice.getByRole('treeitem', { name: /Cameras/ }))
    await dialog.findByText(/1 item gets Cameras/)
    await user.click(confirm)
    // What has changed since is counted anew, and nothing is done before it is confirmed.
    expect((await dialog.findByRole('alert')).textContent).toContain('Something has changed')
    await dialog.findByText(/2 items get Cameras/)
    await user.click(confirm)
    const step = { kind: 'delete', children: 'delete', assignTo: ids.cameras }
    await waitFor(() =>
      expect(steps).toEqual([
        { step, fingerprint: 'seen 1 0' },
        { step, fingerprint: 'seen 2 0' },
      ]),
    )
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('Lenses is deleted'))
  })
})

describe('a search', () => {
  it('keeps what does not fit in its place, and says when nothing fits', async () => {
    const { user } = open(ofProducts)
    await user.type(await screen.findByRole('searchbox', { name: 'Search concepts' }), 'reflex{Enter}')
    expect(await row('Reflex')).toBeTruthy()
    expect(await row('Mirrorless')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Search concepts' }), 'xx{Enter}')
    expect(await screen.findByText('No concept of that name')).toBeTruthy()
  })
})

describe('a variation', () => {
  /** Names in German, where the server has been asked for them. */
  const inGerman: Handlers = {
    'taxonomies.getTaxonomy': ({ query }) => ({
      taxonomyId,
      friendlyName: 'Products',
      description: '',
      conceptCount: 4,
      concepts: firstConcepts().map((concept) =>
        query?.variationId === variations[1]?.variationId && concept.conceptId === ids.lenses
          ? { ...concept, name: 'Objektive', nameLanguage: 'de-DE' }
          : concept,
      ),
    }),
  }

  it('that is chosen names the tree and the concept, and says which names are from another one', async () => {
    const { user } = open(`${ofProducts}&concept=${ids.lenses}`, inGerman)
    expect(await row('Lenses')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Names in en-US · en-US' }))
    await user.click(await screen.findByRole('option', { name: /de-DE/ }))
    const translated = await row('Objektive')
    expect(within(translated).getByText('Objektive').getAttribute('lang')).toBe('de-DE')
    expect(within(translated).queryByTitle(/from/)).toBeNull()
    expect(within(await row('Cameras')).getByText('en-US')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Merge into…' }))
    expect(await screen.findByRole('dialog', { name: 'Merge Objektive into another concept' })).toBeTruthy()
  })

  it('is searched together with all other languages, synonyms and codes, and what is found stands in its place', async () => {
    const asked: unknown[] = []
    const { user } = open(ofProducts, {
      ...inGerman,
      'taxonomies.searchConcepts': ({ body }) => {
        asked.push(body)
        if (body?.text !== 'spiegellos') return []
        const found = { name: 'Mirrorless', nameLanguage: 'en-US', path: ['Cameras'], shownFor: 'spiegellose' }
        return [{ conceptId: ids.mirrorless, taxonomyId, taxonomyName: 'Products', ...found }]
      },
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Search concepts' }), 'spiegellos{Enter}')
    expect(await row('Mirrorless')).toBeTruthy()
    expect(await row('Reflex')).toBeTruthy()
    expect(await screen.findByText('Nothing has “spiegellos”. Shown for “spiegellose”.')).toBeTruthy()
    expect(screen.queryByText('No concept of that name')).toBeNull()
    const variationId = variations[0]?.variationId
    expect(asked).toEqual([{ text: 'spiegellos', taxonomyIds: [taxonomyId], limit: 200, variationId }])
  })
})

describe('a viewer', () => {
  it('finds every button, and each says which role it takes', async () => {
    const { user, sent } = open(`${ofProducts}&concept=${ids.lenses}`, {}, 'viewer')
    const button = await screen.findByRole('button', { name: 'Delete' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('publisher')
    expect((await nameField()).readOnly).toBe(true)
    expect(sent).toEqual([])
  })
})

describe('beside a concept', () => {
  it('stands what other sections know of it', async () => {
    const Prices = ({ taxonomyId: of, conceptId }: ConceptDetailGiven) => <p>{`prices of ${of} ${conceptId}`}</p>
    const fills = fillsOf(
      { fills: { 'concept.detail': { prices: async () => Prices } } },
      { fills: { 'concept.detail': { prices: { titleKey: 'Prices' } } } },
    )
    open(`${ofProducts}&concept=${ids.reflex}`, {}, 'admin', fills)
    const part = within(await screen.findByRole('region', { name: 'Prices' }))
    expect(await part.findByText(`prices of ${taxonomyId} ${ids.reflex}`)).toBeTruthy()
  })
})
