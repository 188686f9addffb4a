import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import { savedChoicesServer } from '@pim/content-kit/testing'
import type {
  BulkChange,
  BulkChangeRequest,
  ContentType,
  ImportFile,
  ImportInspection,
  Role,
  Tenant,
} from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell, testTenant } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

const importFileId = '00000000-0000-7000-8000-000000000009'
const bulkChangeId = '00000000-0000-7000-8000-000000000010'
const [english, swedish] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const
const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  fields: [
    {
      technicalName: 'sku',
      friendlyName: { 'en-US': 'Article number' },
      type: 'identifier',
      unique: 'tenant',
      localizable: false,
    },
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' },
  ],
}
const announced = (missingParts: number[]): ImportFile => ({
  importFileId,
  fileName: 'goods.csv',
  byteSize: 10,
  partBytes: 4,
  missingParts,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
})
const inspected: ImportInspection = {
  shape: { format: 'csv', encoding: 'windows-1252', delimiter: ';' },
  encodingFoundBy: 'assumed',
  encodingSample: 'Lampa',
  sheets: [],
  columns: ['sku', 'Namn'],
  firstRows: [
    ['A1', 'Lampa'],
    ['A2', 'Bord'],
  ],
  proposal: [],
  proposedKeyField: null,
  proposedNumbers: 'point',
  proposedDates: 'iso',
  proposedRichTexts: 'html',
  problems: [],
}

/** The section over a server that keeps the parts it is sent. */
function open(
  at: string,
  overrides: Handlers = {},
  role: Role = 'editor',
  missing = [0, 1, 2],
  tenant: Partial<Tenant> = {},
) {
  const record = createShellRecord()
  const parts = new Map<number, string>()
  const asked: BulkChangeRequest[] = []
  const left = () => announced(missing.filter((part) => !parts.has(part)))
  const saved = savedChoicesServer()
  const server: Handlers = {
    ...saved.handlers,
    'tenants.getVariations': () =>
      [english, swedish].map((variationId, index) => ({
        variationId,
        friendlyName: index === 0 ? 'English' : 'Swedish',
        languageCode: index === 0 ? 'en-US' : 'sv-SE',
        fallbackVariationId: index === 0 ? null : english,
        isDefault: index === 0,
      })),
    'contentModel.getAllTypes': () => [product],
    'import.createImportFile': left,
    'import.getImportFile': left,
    'import.putImportFilePart': async ({ params: { partNumber }, file }) => {
      parts.set(partNumber, (await file?.text()) ?? '')
      return left()
    },
    'import.inspectImportFile': ({ body: { technicalContentTypeName: typeName } }) =>
      typeName === undefined
        ? inspected
        : {
            ...inspected,
            proposal: [
              { column: 'sku', target: { kind: 'field', technicalFieldName: 'sku' }, confidence: 'certain' },
              { column: 'Namn', target: { kind: 'field', technicalFieldName: 'title' }, confidence: 'guessed' },
            ],
            proposedKeyField: 'sku',
          },
    'bulkChange.createBulkChange': ({ body }) => {
      asked.push(body)
      return rehearsing
    },
    ...overrides,
  }
  render(
    <TestShell
      remote={{ screens: { ...remote.screens, '/exchange/run/:bulkChangeId': null } }}
      at={at}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={server}
      role={role}
      tenant={{ ...testTenant, ...tenant }}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record, parts, asked, saved }
}

const file = (text = '0123456789', name = 'goods.csv') => new File([text], name)
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const option = async (user: ReturnType<typeof open>['user'], box: string, name: string) => {
  await user.click(await screen.findByRole('combobox', { name: box }))
  await user.click(await screen.findByRole('option', { name }))
}

describe('an import', () => {
  it('is sent in parts, mapped as it is proposed, and rehearsed', async () => {
    const { user, record, parts, asked } = open('/exchange/import')
    await user.upload(await input('Choose a file'), file())
    expect(await screen.findByText('Lampa')).toBeDefined()
    expect(Object.fromEntries(parts)).toEqual({ 0: '0123', 1: '4567', 2: '89' })
    expect(screen.getByText(/^Assumed/)).toBeDefined()
    await option(user, 'Content type', 'Product')
    await waitFor(() => expect(record.address).toBe(`/exchange/import?file=${importFileId}&type=product`))
    const mapping = within(await screen.findByRole('table', { name: 'Where the columns go' }))
    expect(mapping.getByText('Same name')).toBeDefined()
    expect(mapping.getByText('Guessed: please check')).toBeDefined()
    await option(user, 'Variation', 'Swedish (sv-SE)')
    expect(mapping.getByText('Chosen')).toBeDefined()
    expect(screen.queryByRole('checkbox', { name: 'Publish what is imported' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(record.address).toBe(`/exchange/run/${bulkChangeId}`))
    expect(asked).toEqual([
      {
        file: {
          importFileId,
          technicalContentTypeName: 'product',
          keyField: 'sku',
          columns: [
            { column: 'sku', target: { kind: 'field', technicalFieldName: 'sku' } },
            { column: 'Namn', target: { kind: 'field', technicalFieldName: 'title', variationId: swedish } },
          ],
          mode: 'upsert',
          emptyCells: 'leave',
          numbers: 'point',
          dates: 'iso',
          publishes: false,
        },
      },
    ])
  })

  it('shows how each column is read, and leaves out what somebody has to choose first', async () => {
    const shared = { friendlyName: { 'en-US': 'Weight' }, localizable: false }
    const weight = { ...shared, technicalName: 'weight', type: 'measurement', settings: { family: 'Weight' } } as const
    const body = { technicalName: 'body', friendlyName: { 'en-US': 'Body' }, type: 'richText' as const }
    const columnOf = (column: string, technicalFieldName: string) => ({
      column,
      target: { kind: 'field' as const, technicalFieldName },
      confidence: 'likely' as const,
    })
    const { user, asked } = open(
      `/exchange/import?file=${importFileId}&type=product`,
      {
        'contentModel.getAllTypes': () => [{ ...product, fields: [...product.fields, weight, body] }],
        'import.inspectImportFile': () => ({
          ...inspected,
          columns: ['sku', 'Vikt', 'Text'],
          firstRows: [['A1', '1,250', '**a**']],
          proposal: [
            columnOf('sku', 'sku'),
            { ...columnOf('Vikt', 'weight'), reading: {} },
            { ...columnOf('Text', 'body'), reading: { markup: 'markdown' as const } },
          ],
        }),
      },
      'editor',
      [],
    )
    expect(await screen.findByText(/^Not imported until you choose a unit: “1,250” names none/)).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Rich text of Text' }).textContent).toBe('Markdown')
    await user.click(screen.getByRole('combobox', { name: 'Unit of Vikt' }))
    await user.click(await screen.findByRole('option', { name: 'kg · KILOGRAM' }))
    expect(await screen.findByText('Not imported until you choose what “1,250” is:')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^1,250.kg$/ }))
    await user.click(screen.getByRole('combobox', { name: 'Numbers of Vikt' }))
    await user.click(await screen.findByRole('option', { name: '1.234,56' }))
    expect(screen.getByText(/^1\.250.kg$/)).toBeDefined()
    expect(screen.queryByText(/^Not imported/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked).toMatchObject([
      {
        file: {
          columns: [{}, { reading: { unit: 'KILOGRAM', numbers: 'comma' } }, { reading: { markup: 'markdown' } }],
        },
      },
    ])
  })

  it('has columns that are made from others, and units that others name', async () => {
    const weight = {
      friendlyName: { 'en-US': 'Weight' },
      technicalName: 'weight',
      type: 'measurement',
      settings: { family: 'Weight' },
      localizable: false,
    } as const
    const { user, asked } = open(
      `/exchange/import?file=${importFileId}&type=product`,
      {
        'contentModel.getAllTypes': () => [{ ...product, fields: [...product.fields, weight] }],
        'import.inspectImportFile': () => ({
          ...inspected,
          columns: ['Brand', 'Model', 'Weight', 'Unit'],
          firstRows: [
            ['Ikea', 'Lack', '1.5', 'kg'],
            [null, 'Billy', '2', 'Kilo'],
          ],
          proposal: [
            {
              column: 'Weight',
              target: { kind: 'field' as const, technicalFieldName: 'weight' },
              confidence: 'likely' as const,
              reading: {},
            },
          ],
        }),
      },
      'editor',
      [],
    )
    await user.click(await screen.findByRole('button', { name: 'Add a value' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a value' }))
    await user.click(dialog.getByRole('combobox', { name: /What it is/ }))
    await user.click(await screen.findByRole('option', { name: 'Text from columns' }))
    await user.type(dialog.getByRole('textbox', { name: /Text/ }), '{{Brand} {{Modell}{Enter}')
    expect(dialog.getByText('The file has no column “Modell”.')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /Text/ }), '{Backspace}{Backspace}}')
    expect(dialog.getByText('Ikea Lack')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Add a value' }))
    // One goes on with where it goes, by the keyboard.
    const place = await screen.findByRole('combobox', { name: 'Where {Brand} {Model} goes' })
    await waitFor(() => expect(document.activeElement).toBe(place))
    await user.keyboard('Title{Enter}')
    const mapping = within(screen.getByRole('table', { name: 'Where the columns go' }))
    expect(mapping.getByText('Billy', { selector: 'tr:last-child bdi' })).toBeDefined()

    await user.click(screen.getByRole('combobox', { name: 'Unit of Weight' }))
    await user.click(await screen.findByRole('option', { name: 'As in “Unit”' }))
    expect(mapping.getByText(/^1\.5.kg$/)).toBeDefined()
    await user.click(screen.getByRole('combobox', { name: 'What Kilo of Weight means' }))
    await user.click(await screen.findByRole('option', { name: 'kg · KILOGRAM' }))
    expect(mapping.getByText(/^2.kg$/)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Add a value' }))
    await user.type(await screen.findByRole('textbox', { name: /Value/ }), 'x{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Change Always “x”' }))
    await user.type(await screen.findByRole('textbox', { name: /Value/ }), 'y{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove Always “xy”' }))
    expect(screen.queryByText(/^Always/)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a value' }))

    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    const column = '{Brand} {Model}'
    expect(asked).toMatchObject([
      {
        file: {
          derived: [{ column, from: { kind: 'template', template: column } }],
          columns: [
            {},
            {},
            { reading: { codeColumn: 'Unit', values: [{ from: 'Kilo', to: 'KILOGRAM' }] } },
            {},
            { column, target: { technicalFieldName: 'title' } },
          ],
        },
      },
    ])
  })

  it('asks what words mean that the field does not know', async () => {
    const options = [{ code: 'red', label: { 'en-US': 'Red' } }]
    const color = {
      friendlyName: { 'en-US': 'Colour' },
      technicalName: 'color',
      type: 'select',
      settings: { options },
    } as const
    const { user, asked } = open(
      `/exchange/import?file=${importFileId}&type=product`,
      {
        'contentModel.getAllTypes': () => [{ ...product, fields: [...product.fields, color] }],
        'import.inspectImportFile': () => ({
          ...inspected,
          columns: ['Colour'],
          firstRows: [['rosso'], ['RED']],
          proposal: [
            {
              column: 'Colour',
              target: { kind: 'field' as const, technicalFieldName: 'color' },
              confidence: 'likely' as const,
              reading: {},
            },
          ],
        }),
      },
      'editor',
      [],
    )
    expect(await screen.findByText(/^The field does not know a word of the file/)).toBeDefined()
    await user.click(screen.getByRole('combobox', { name: 'What rosso of Colour means' }))
    await user.click(await screen.findByRole('option', { name: 'Red' }))
    expect(screen.queryByText(/^The field does not know/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() =>
      expect(asked).toMatchObject([{ file: { columns: [{ reading: { values: [{ from: 'rosso', to: 'red' }] } }] } }]),
    )
  })

  it('begins at the choices of the column that somebody comes to mend, and asks what missing concepts mean', async () => {
    const fields = [
      {
        friendlyName: { 'en-US': 'Price' },
        technicalName: 'price',
        type: 'price',
        settings: { currencies: ['EUR', 'SEK'] },
      },
      { friendlyName: { 'en-US': 'Room' }, technicalName: 'room', type: 'concepts' },
    ] as const
    const toField = (column: string, technicalFieldName: string) => ({
      ...{ column, target: { kind: 'field' as const, technicalFieldName }, confidence: 'likely' as const, reading: {} },
    })
    const hall = { conceptId: swedish, taxonomyId: english, taxonomyName: 'Rooms', name: 'Hall', nameLanguage: 'en-US' }
    const { user, asked } = open(
      `/exchange/import?file=${importFileId}&type=product&column=Preis`,
      {
        'contentModel.getAllTypes': () => [{ ...product, fields: [...product.fields, ...fields] }],
        'taxonomies.searchConcepts': () => [{ ...hall, path: [] }],
        'taxonomies.lookUpConcepts': () => [{ ...hall, path: [] }],
        'import.inspectImportFile': () => ({
          ...inspected,
          columns: ['Raum', 'Preis'],
          firstRows: [['Flur', '9.95']],
          proposal: [{ ...toField('Raum', 'room'), openCells: ['Flur'] }, toField('Preis', 'price')],
        }),
      },
      'editor',
      [],
    )
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Currency of Preis'))
    await user.keyboard('EUR{Enter}')
    const meaning = within(screen.getByRole('group', { name: '“Flur” means' }))
    await user.click(meaning.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: /^Hall/ }))
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() =>
      expect(asked).toMatchObject([
        {
          file: {
            columns: [{ reading: { values: [{ from: 'Flur', to: swedish }] } }, { reading: { currency: 'EUR' } }],
          },
        },
      ]),
    )
  })

  it('says what is wrong with the mapping, and is not sent with it', async () => {
    const { user, asked } = open(`/exchange/import?file=${importFileId}&type=product`, {}, 'publisher', [])
    await user.click(await screen.findByRole('combobox', { name: 'Where sku goes' }))
    await user.click(await screen.findByRole('option', { name: /^Title/ }))
    expect(await screen.findByText('“sku” and “Namn” go to one place: Title.')).toBeDefined()
    expect(screen.getByText('Items are known by Article number, and no column goes there.')).toBeDefined()
    const go = screen.getByRole('button', { name: 'See what would change' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await user.click(go)
    expect(asked).toEqual([])
    expect(screen.getByRole('checkbox', { name: 'Publish what is imported' })).toBeDefined()
  })

  it('that was interrupted takes the same file alone, and sends what is missing', async () => {
    const { user, parts } = open(`/exchange/import?file=${importFileId}`, {}, 'editor', [2])
    expect(await screen.findByText(/was interrupted: 4 byte are missing/)).toBeDefined()
    await user.upload(await input('Choose the same file'), file('another'))
    expect(await screen.findByText(/^This is another file/)).toBeDefined()
    await user.upload(await input('Choose the same file'), file())
    expect(await screen.findByText('Lampa')).toBeDefined()
    expect(Object.fromEntries(parts)).toEqual({ 2: '89' })
  })

  it('of a file that cannot be read says why and where', async () => {
    open(
      `/exchange/import?file=${importFileId}&type=product`,
      {
        'import.inspectImportFile': () => ({
          ...inspected,
          problems: [
            { code: 'QUOTE_NOT_CLOSED', message: 'for developers', row: 1_200 },
            { code: 'DUPLICATE_COLUMN', message: 'for developers', column: 'sku' },
          ],
        }),
      },
      'editor',
      [],
    )
    expect(await screen.findByText('Row 1,200: A quotation mark is opened and not closed.')).toBeDefined()
    expect(screen.getByText('Column “sku”: Two columns have the same name.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'See what would change' })).toBeNull()
  })

  it('that the server refuses says so and keeps the mapping', async () => {
    const { user } = open(
      `/exchange/import?file=${importFileId}&type=product`,
      {
        'bulkChange.createBulkChange': () => {
          throw new Refusal('ALREADY_RUNNING')
        },
      },
      'editor',
      [],
    )
    await user.click(await screen.findByRole('button', { name: 'See what would change' }))
    expect(await screen.findByText(/as many as can wait are waiting/)).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Where sku goes' })).toHaveProperty('value', 'Article number')
  })

  it('is done again with the mapping of an earlier one, for the columns that the new file has', async () => {
    const { user, asked } = open(
      `/exchange/import?file=${importFileId}&like=${bulkChangeId}`,
      {
        'bulkChange.getBulkChange': () => ({ ...rehearsing, importedFile: { fileName: 'old.csv', mapping: earlier } }),
      },
      'editor',
      [],
    )
    expect(await screen.findByText('The mapping has columns that this file has not: price.')).toBeDefined()
    expect(screen.getByText('Columns that the mapping does not know, and that go nowhere: Namn.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      file: { importFileId, emptyCells: 'clear', columns: [{ column: 'sku' }, { target: { kind: 'ignored' } }] },
    })
  })
})

it('a mapping that was saved is applied to another file by the names of its columns', async () => {
  const { user, record, saved } = open(`/exchange/import?file=${importFileId}&type=product`, {}, 'editor', [])
  await option(user, 'Empty cells', 'Take the value away')
  await user.click(screen.getByRole('button', { name: 'Profiles' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a profile…' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Share with everybody in the tenant' }))
  await user.type(await screen.findByRole('textbox', { name: /Name of the profile/ }), 'Goods{Enter}')
  await waitFor(() => expect(record.feedback.map(({ message }) => message)).toEqual(['The profile “Goods” is saved']))
  expect(saved.names()).toEqual(['Goods (shared)'])
  await user.click(screen.getByRole('button', { name: 'Propose anew' }))
  expect(screen.getByRole('combobox', { name: 'Empty cells' }).textContent).toBe('Leave the value as it is')
  await user.click(screen.getByRole('button', { name: 'Profiles' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Goods' }))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Empty cells' }).textContent).toBe('Take the value away'),
  )
})

describe('a file that comes again from the same source', () => {
  it('says what the source owns, and is rehearsed as an import of its profile', async () => {
    const { user, asked, saved } = open(`/exchange/import?file=${importFileId}&type=product`, {}, 'publisher', [])
    await user.click(await screen.findByRole('checkbox', { name: 'This file comes again from the same source' }))
    expect(screen.getByText(/^What a source owns is known by the imports of its profile/)).toBeDefined()
    await user.click(screen.getByRole('combobox', { name: /^Fields that the source owns/ }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Title'])
    await user.click(screen.getByRole('option', { name: 'Title' }))
    await user.keyboard('{Escape}')
    await option(user, 'What staff have changed since the last import', 'Is replaced')
    await option(user, 'Items that are gone from the source', 'Are deleted')
    const percent = screen.getByRole('spinbutton', { name: /^Ask first where more are gone than/ })
    await user.clear(percent)
    await user.type(percent, '5')
    await user.click(screen.getByRole('button', { name: 'Profiles' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a profile…' }))
    await user.type(await screen.findByRole('textbox', { name: /Name of the profile/ }), 'Supplier{Enter}')
    expect(await screen.findByText('Import of the profile “Supplier”')).toBeDefined()
    expect(saved.names()).toEqual(['Supplier'])
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      file: {
        profileId: expect.any(String),
        ownership: { owns: ['title'], whenChanged: 'replace', whenGone: 'delete', maxGonePercent: 5 },
      },
    })
  })

  it('unpublishes and deletes nothing for those who may not, and says that a field for marks is missing', async () => {
    const { user } = open(`/exchange/import?file=${importFileId}&type=product`, {}, 'editor', [])
    await user.click(await screen.findByRole('checkbox', { name: 'This file comes again from the same source' }))
    expect(screen.getByText('Unpublishing and deleting take the role publisher.')).toBeDefined()
    await user.click(screen.getByRole('combobox', { name: /^Items that are gone from the source/ }))
    expect(screen.getByRole('option', { name: 'Are deleted' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('option', { name: 'Are marked' }))
    expect(screen.getByText(/^Choose the field with yes or no/)).toBeDefined()
    expect(screen.getByText(/^This content type has no field with yes or no/)).toBeDefined()
  })
})

const earlier = {
  importFileId: '00000000-0000-7000-8000-000000000008',
  technicalContentTypeName: 'product',
  columns: [
    { column: 'SKU', target: { kind: 'field' as const, technicalFieldName: 'sku' } },
    { column: 'price', target: { kind: 'name' as const } },
  ],
  keyField: 'sku',
  mode: 'upsert' as const,
  emptyCells: 'clear' as const,
  numbers: 'point' as const,
  dates: 'iso' as const,
  publishes: false,
}

const rehearsing: BulkChange = {
  bulkChangeId,
  name: null,
  source: 'file',
  importedFile: null,
  edits: [],
  variationIds: [],
  undoOf: null,
  marksTranslated: false,
  state: 'rehearsing',
  allowedActions: [],
  jobId: null,
  fingerprint: '',
  counts: {
    rows: 0,
    changed: 0,
    created: 0,
    deleted: 0,
    unchanged: 0,
    problem: 0,
    leftOut: 0,
    done: 0,
    outdated: 0,
    failed: 0,
    noted: 0,
  },
  problem: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  executedBy: null,
  endedAt: null,
}

describe('an import from an address', () => {
  const hosts = { importHosts: ['files.example.com'] }
  const fetched = { address: 'https://files.example.com/goods.csv', state: 'fetching' as const, problem: null }
  const fetching: ImportFile = { ...announced([0, 1, 2]), fetched }

  it('is fetched by the server, and then mapped as any other file', async () => {
    let reads = 0
    const { user, record } = open(
      '/exchange/import',
      {
        'import.fetchImportFile': ({ body }) => {
          expect(body.address).toBe('https://files.example.com/goods.csv')
          return fetching
        },
        'import.getImportFile': () => {
          reads += 1
          return reads < 2 ? fetching : { ...announced([]), fetched: { ...fetched, state: 'done' } }
        },
      },
      'editor',
      [],
      hosts,
    )
    const address = await screen.findByRole('textbox', { name: 'Address of the file' })
    expect(screen.getByText('Begins with https:// and is on files.example.com.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Fetch' }))
    expect(await screen.findByText('Type the address of a file.')).toBeDefined()
    await user.type(address, 'https://files.example.com/goods.csv')
    await user.click(screen.getByRole('button', { name: 'Fetch' }))
    await waitFor(() => expect(record.address).toBe(`/exchange/import?file=${importFileId}`))
    expect(await screen.findByText('Fetching goods.csv')).toBeDefined()
    expect(await screen.findByText('Lampa')).toBeDefined()
  })

  it('says in words why the address is refused, and keeps what was typed', async () => {
    const refusing: Handlers = {
      'import.fetchImportFile': () => {
        throw new Refusal('INVALID_REQUEST', {
          fieldErrors: [
            {
              technicalFieldName: 'body.address',
              code: 'NOT_READ',
              message: 'not allowed',
              params: { reason: 'HOST_NOT_ALLOWED', host: 'elsewhere.example.com' },
            },
          ],
        })
      },
    }
    const { user } = open('/exchange/import', refusing, 'editor', [], hosts)
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address of the file' })
    await user.type(address, 'https://elsewhere.example.com/x.csv{Enter}')
    expect(await screen.findByText(/^Nothing may be fetched from elsewhere\.example\.com\./)).toBeDefined()
    expect(address.value).toBe('https://elsewhere.example.com/x.csv')
  })

  it('that failed says why, and can be tried again', async () => {
    const problem = { code: 'HOST_NOT_REACHED', message: 'x', params: { host: 'files.example.com' } }
    const failed: ImportFile = {
      ...announced([0, 1, 2]),
      fetched: { address: 'https://files.example.com/goods.csv', state: 'failed', problem },
    }
    open(`/exchange/import?file=${importFileId}`, { 'import.getImportFile': () => failed }, 'editor', [], hosts)
    expect(await screen.findByText(/^The file was not fetched\. files\.example\.com did not answer\./)).toBeDefined()
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of the file' })
    expect(address.value).toBe('https://files.example.com/goods.csv')
  })

  it('tells who has allowed no host where that is done', async () => {
    open('/exchange/import')
    expect(await screen.findByText(/once an administrator has allowed its host/)).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Address of the file' })).toBeNull()
  })
})
