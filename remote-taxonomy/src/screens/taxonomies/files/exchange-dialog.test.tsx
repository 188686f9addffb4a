import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { ConceptFileRow, ConceptImportPlan, Role } from '@pim/contract'
import { conceptFileProblemCodeSchema, conceptRowOutcomeSchema } from '@pim/contract/taxonomies/file-schemas.ts'
import shellStrings from '@pim/shell/locales/en-US.json'
import { TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../../locales/en-US.json'
import { remote } from '../../../remote.tsx'

const taxonomyId = '00000000-0000-7000-8000-000000000001'
const none = { create: 0, change: 0, move: 0, nothing: 0, merged: 0, problem: 0 }
const rowOf = (row: number, more: Partial<ConceptFileRow>): ConceptFileRow => ({
  row,
  name: `Concept ${row}`,
  outcome: 'create',
  changed: [],
  changes: [],
  problems: [],
  ...more,
})
const planOf = (more: Partial<ConceptImportPlan>): ConceptImportPlan => ({
  fingerprint: 'first',
  encoding: 'utf-8',
  languages: ['en-US'],
  ignoredColumns: [],
  counts: none,
  problems: [],
  rows: [],
  ...more,
})

function open(overrides: Handlers, role: Role = 'editor') {
  const sent: unknown[] = []
  const taxonomy = { taxonomyId, friendlyName: 'Products', description: '', conceptCount: 2 }
  const server: Handlers = {
    'taxonomies.getTaxonomies': () => [taxonomy],
    'taxonomies.getTaxonomy': () => ({ ...taxonomy, concepts: [] }),
    'tenants.getVariations': () => [],
    'taxonomies.getLastConceptImport': () => ({ last: null }),
    'taxonomies.importConcepts': ({ query, file }) => {
      sent.push({ ...query, file: file?.name })
      return { counts: { ...none, create: 60, change: 1 } }
    },
    ...overrides,
  }
  render(
    <TestShell
      remote={remote}
      at={`/taxonomies?taxonomy=${taxonomyId}`}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      server={server}
      role={role}
    />,
  )
  return { user: userEvent.setup(), sent }
}

const file = (name: string) => new File(['code,name\nA,Cameras'], name)
async function choose(user: ReturnType<typeof open>['user'], name = 'goods.csv') {
  const button = await screen.findByRole('button', { name: 'Import or export concepts' })
  // Words: arrows up and down could as well mean an order.
  expect(button.textContent).toBe('Import or export')
  await user.click(button)
  await screen.findByRole('tab', { name: 'Import', selected: true })
  await user.upload(screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' }), file(name))
}
const tableRows = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent?.replace(/\s+/g, ' '))

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

describe('concepts from a file', () => {
  it('are shown row by row and page by page before they are imported as they were shown', async () => {
    const rows = [
      rowOf(2, {
        outcome: 'change',
        code: 'C1',
        changed: ['names', 'parent'],
        changes: [
          { part: 'name', language: 'sv-SE', before: 'Röd lampa', after: 'Blå lampa' },
          { part: 'parent', before: 'Home' },
        ],
      }),
      ...Array.from({ length: 60 }, (_, at) => rowOf(at + 3, {})),
    ]
    const { user, sent } = open({
      'taxonomies.rehearseConceptImport': () =>
        planOf({ rows, counts: { ...none, create: 60, change: 1 }, ignoredColumns: ['colour'] }),
    })
    await choose(user)
    expect(await screen.findByText('60 new concepts and 1 changed')).toBeDefined()
    expect(screen.getByText('Columns that mean nothing here and are left aside: colour.')).toBeDefined()
    const first = await tableRows()
    expect(first).toHaveLength(50)
    const name = 'Name (Swedish (Sweden)): Taken out: Röd Put in: Blå lampa'
    expect(first[0]).toBe(`2Concept 2C1Changes${name}Parent: Taken out: Home Put in: top of the tree`)
    await user.click(screen.getByRole('button', { name: 'Changed (1)' }))
    expect(await tableRows()).toHaveLength(1)

    await user.click(screen.getByRole('button', { name: 'Import 61 concepts' }))
    expect(await screen.findByText('The file is imported into Products')).toBeDefined()
    expect(sent).toEqual([{ emptyCells: 'keep', format: 'csv', fingerprint: 'first', file: 'goods.csv' }])
    expect(document.activeElement?.textContent).toBe('Close')
  })

  it('come from a workbook, too, by the end of its name', async () => {
    const asked: unknown[] = []
    const { user } = open({
      'taxonomies.rehearseConceptImport': ({ query }) => {
        asked.push(query)
        return planOf({ counts: { ...none, nothing: 1 } })
      },
    })
    await choose(user, 'Goods.XLSX')
    expect(await screen.findByText('The file changes nothing.')).toBeDefined()
    expect(asked).toMatchObject([{ format: 'xlsx' }])
  })

  describe('that were imported', () => {
    const last = {
      importId: '00000000-0000-7000-8000-000000000002',
      madeAt: '2026-01-01T00:00:00.000Z',
      createdCount: 1_200,
      changedCount: 3,
    }
    const undone = { restoredCount: 2, deletedCount: 1_150, left: [], leftCount: 0 }
    async function undo(user: ReturnType<typeof open>['user']) {
      await user.click(await screen.findByRole('button', { name: 'Import or export concepts' }))
      expect((await screen.findByText(/^Last import: 1,200 new, 3 changed/)).textContent).toMatch(/ago|2026/)
      await user.click(screen.getByRole('button', { name: 'Undo the import' }))
      const question = within(await screen.findByRole('alertdialog', { name: 'Undo the last import?' }))
      await user.click(question.getByRole('button', { name: 'Undo the import' }))
    }

    it('are as before once the import is undone, but for what is named with its reason', async () => {
      const left = [
        { conceptId: taxonomyId, name: 'Lamps', reason: 'changed' as const },
        { conceptId: last.importId, name: 'Chairs', reason: 'inUse' as const },
      ]
      const asked: unknown[] = []
      const { user } = open({
        'taxonomies.getLastConceptImport': () => ({ last }),
        'taxonomies.undoConceptImport': ({ body }) => {
          asked.push(body)
          return { ...undone, left, leftCount: 51 }
        },
      })
      await undo(user)
      const report = await screen.findByText(/^The import is undone: 2 as before, 1,150 deleted\./)
      expect(report.textContent).toContain('51 concepts are left alone')
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(['Lamps: somebody has changed it since', 'Chairs: content carries it']),
      )
      expect(report.textContent).toContain('And 49 more.')
      expect(asked).toEqual([{ importId: last.importId }])
    })

    it('stay where somebody has imported or undone in between, and the screen says so', async () => {
      const { user } = open({
        'taxonomies.getLastConceptImport': () => ({ last }),
        'taxonomies.undoConceptImport': () => {
          throw new Refusal('NOT_FOUND')
        },
      })
      await undo(user)
      expect(await screen.findByText(strings['taxonomy.file.undo.tooLate'])).toBeDefined()
    })

    it('can be undone right after the import, and by nobody who only reads', async () => {
      let isImported = false
      const { user } = open({
        'taxonomies.rehearseConceptImport': () => planOf({ counts: { ...none, create: 1 }, rows: [rowOf(2, {})] }),
        'taxonomies.importConcepts': () => {
          isImported = true
          return { counts: { ...none, create: 1 } }
        },
        'taxonomies.getLastConceptImport': () => ({ last: isImported ? { ...last, createdCount: 1 } : null }),
      })
      await choose(user)
      await user.click(await screen.findByRole('button', { name: 'Import 1 concept' }))
      expect(await screen.findByText(/^Last import: 1 new, 3 changed/)).toBeDefined()
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo the import' }).disabled).toBe(false)
      cleanup()
      const viewer = open({ 'taxonomies.getLastConceptImport': () => ({ last }) }, 'viewer')
      await viewer.user.click(await screen.findByRole('button', { name: 'Import or export concepts' }))
      const importTab = await screen.findByRole('tab', { name: 'Import' })
      await viewer.user.click(importTab)
      const button = await screen.findByRole('button', { name: 'Undo the import' })
      expect(button.getAttribute('aria-disabled') ?? String(button.hasAttribute('disabled'))).toBe('true')
    })
  })

  it('with problems are not imported, and the problems come first', async () => {
    const { user } = open({
      'taxonomies.rehearseConceptImport': () =>
        planOf({
          counts: { ...none, create: 1, problem: 1 },
          rows: [
            rowOf(2, {}),
            rowOf(3, {
              outcome: 'problem',
              problems: [{ code: 'TOO_LONG', message: 'for developers', column: 'name:de', params: { max: 300 } }],
            }),
          ],
        }),
    })
    await choose(user)
    expect(await tableRows()).toEqual(['3Concept 3Column “name:de”: The text is longer than 300 characters.'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'All (2)' }))
    expect(await tableRows()).toHaveLength(2)
  })

  it('of a taxonomy that has changed since are compared again, and nothing is imported before that is confirmed', async () => {
    let rehearsals = 0
    const { user } = open({
      'taxonomies.rehearseConceptImport': () => {
        rehearsals += 1
        return planOf({ counts: { ...none, create: rehearsals }, rows: [rowOf(2, {})] })
      },
      'taxonomies.importConcepts': () => {
        throw new Refusal('PLAN_OUTDATED')
      },
    })
    await choose(user)
    await user.click(await screen.findByRole('button', { name: 'Import 1 concept' }))
    expect(await screen.findByText(/has changed since the file was compared/)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Import 2 concepts' })).toBeDefined()
  })

  it('that cannot be read say why, and are read again when asked to', async () => {
    let isUp = false
    const { user } = open({
      'taxonomies.rehearseConceptImport': () => {
        if (!isUp) throw new Refusal('RATE_LIMITED')
        return planOf({ problems: [{ code: 'UNREADABLE', message: '', params: { reason: 'EMPTY_FILE' } }] })
      },
    })
    await choose(user)
    expect(await screen.findByText(/^The file could not be compared\./)).toBeDefined()
    isUp = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The file is empty.')).toBeDefined()
  })

  it.each([
    ['thesaurus.ttl', 'turtle', 'NOT_TURTLE', 'The file is not Turtle, or has a mistake in its writing.'],
    ['Terms.JSON', 'jsonld', 'REMOTE_CONTEXT', /Nothing is fetched: put the context into the file\.$/],
  ])('are read as the name of the file ends: %s', async (name, format, reason, words) => {
    const asked: unknown[] = []
    const { user } = open({
      'taxonomies.rehearseConceptImport': ({ query }) => {
        asked.push(query.format)
        return planOf({ problems: [{ code: 'UNREADABLE', message: '', params: { reason } }] })
      },
    })
    await choose(user, name)
    expect(await screen.findByText(words)).toBeDefined()
    expect(asked).toEqual([format])
  })

  it('are for editors; who may only read takes them out', async () => {
    const { user } = open({ 'taxonomies.exportConcepts': () => new Blob(['code,name\n']) }, 'viewer')
    await user.click(await screen.findByRole('button', { name: 'Import or export concepts' }))
    await screen.findByRole('tab', { name: 'Export', selected: true })
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('The file is saved where your browser puts downloads.')).toBeDefined()
  })

  it('have words for each problem and each outcome of the contract', () => {
    const keys = new Set(Object.keys(strings))
    const wanted = [
      ...conceptFileProblemCodeSchema.options.map((code) => `taxonomy.file.problem.${code}`),
      ...conceptRowOutcomeSchema.options.map((outcome) => `taxonomy.file.count.${outcome}_other`),
    ]
    expect(wanted.filter((key) => !keys.has(key))).toEqual([])
  })
})
