import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { ZipFile } from 'yazl'
import { isWholeRun } from '../../../../testing/budget.ts'
import { rounds } from '../../../../testing/random.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { readRows } from '../files/read-rows.ts'
import { formatKind, serialToText } from './cell-formats.ts'
import { leftOutText } from './left-out.ts'
import { columnLetters, placeOf } from './merged-cells.ts'
import { cellText, plainText } from './text-of.ts'
import { type WrittenCell, writeWorkbook } from './write-workbook.ts'

const opens = (bytes: Uint8Array) => () => [bytes]
const read = async (bytes: Uint8Array, sheet = 'Sheet1') => {
  const rows = []
  for await (const { row, values, problems } of readRows(opens(bytes), { format: 'xlsx', sheet }))
    rows.push({
      row,
      values: Object.fromEntries(values),
      problems: problems.map(({ code, columnNumber }) => [code, columnNumber]),
    })
  return rows
}
const valuesOf = async (bytes: Uint8Array) => (await read(bytes)).map(({ values }) => values)

async function* streamed(rows: readonly (readonly WrittenCell[])[]) {
  yield* rows
}
const written = (columns: readonly string[], ...rows: readonly (readonly WrittenCell[])[]) =>
  buffer(writeWorkbook({ name: 'Sheet1', columns, rows: streamed(rows) }))

const zipped = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part as string), name)
  zip.end()
  return buffer(zip.outputStream as import('node:stream').Readable)
}

interface Made {
  readonly sheets?: Readonly<Record<string, string>>
  readonly texts?: readonly string[]
  readonly formats?: string
  readonly workbook?: string
  readonly more?: Readonly<Record<string, string>>
}

/** As Excel writes one, with shared texts; `sheets` are the insides of the worksheets. */
function made({ sheets = {}, texts = [], formats = '', workbook = '', more = {} }: Made): Promise<Buffer> {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const names = Object.keys(sheets)
  return zipped({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="o">${workbook}<x:sheets>${names.map((name, index) => `<x:sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${name.startsWith('Hidden') ? ' state="hidden"' : ''}/>`).join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`)).join('')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet>${formats}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((inside, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet>${inside}</worksheet>`,
      ]),
    ),
    ...more,
  })
}
const sheetOf = (...rows: readonly string[]) =>
  `<sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData>`
const shared = (index: number) => `<c t="s"><v>${index}</v></c>`
const number = (value: string, format = 0) => `<c s="${format}"><v>${value}</v></c>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

const codesOf = async (bytes: Uint8Array) => (await inspectFile(opens(bytes))).problems.map(({ code }) => code)

describe('a workbook that was written', () => {
  it('comes back with every text, number and truth value', async () => {
    const cells = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ''),
      fc.constantFrom(
        '=1+1',
        '+49 30',
        '-5',
        '@home',
        "'quoted",
        '_x000D_',
        '_x005F_x000D_',
        '\r\n',
        'a\rb',
        '<b>&amp;',
        '007',
        'TRUE',
        '\ud800',
      ),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
        .map((value) => Number(value.toPrecision(15)) + 0),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 20 }), async (rows) => {
        const back = await valuesOf(await written(['first', 'second'], ...rows))
        expect(back).toEqual(rows.map(([first, second]) => ({ first, second })))
      }),
      { numRuns: rounds(15) },
    )
  })

  it('says nothing of a text that no cell can hold', async () => {
    const bytes = await written(['key', 'long'], ['a', 'x'.repeat(32_767)], ['b', 'y'.repeat(32_768)])
    expect(await valuesOf(bytes)).toEqual([{ key: 'a', long: 'x'.repeat(32_767) }, { key: 'b' }])
    expect(bytes.includes(leftOutText)).toBe(false)
  })

  it('takes any name for its sheet', async () => {
    const rows = streamed([])
    const bytes = await buffer(
      writeWorkbook({ name: "'A/B: a very long name of a content type'", columns: ['a'], rows }),
    )
    const { shape } = await inspectFile(opens(bytes))
    expect(shape).toMatchObject({ format: 'xlsx', sheet: 'A B  a very long name of a cont' })
  })

  it('fails where its rows do, and leaves no folder behind when it is read in part', async () => {
    async function* failing() {
      yield ['a']
      throw new Error('no more rows')
    }
    await expect(buffer(writeWorkbook({ name: 'S', columns: ['a'], rows: failing() }))).rejects.toThrow('no more rows')
    const rows = Array.from({ length: 5_000 }, (_, index) => [index])
    for await (const { row } of readRows(opens(await written(['a'], ...rows)), { format: 'xlsx', sheet: 'Sheet1' }))
      if (row > 3) break
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('pim-workbook-'))
    expect(left).toEqual([])
  })
})

describe('a workbook of others', () => {
  it('gives shared and formatted texts, numbers as they are shown, values of formulas, and truth values', async () => {
    const bytes = await made({
      texts: [
        '<t>name</t>',
        '<t>price</t>',
        '<r><t>Ka</t></r><r><rPr><b/></rPr><t xml:space="preserve">se </t></r>',
        '<t>課</t><rPh><t>カ</t></rPh>',
      ],
      sheets: {
        Sheet1: sheetOf(
          shared(0) + shared(1) + inline('stock'),
          `${shared(2)}<c><f>0.1+0.2</f><v>0.30000000000000004</v></c><c t="b"><v>1</v></c>`,
          `${shared(3)}<c t="str"><f>A1</f><v>12 &amp; 3</v></c>`,
        ),
      },
    })
    expect(await valuesOf(bytes)).toEqual([
      { name: 'Kase ', price: 0.3, stock: true },
      { name: '課', price: '12 & 3', stock: '' },
    ])
  })

  it('gives dates and times by the formats of the cells', async () => {
    const formats =
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs>'
    const row =
      number('46349', 1) +
      number('46349.5', 2) +
      number('46349', 3) +
      number('46349.604166666664', 4) +
      number('0.25', 5)
    const sheets = { Sheet1: sheetOf(['a', 'b', 'c', 'd', 'e'].map(inline).join(''), row, number('-1', 1)) }
    const rows = await read(await made({ formats, sheets }))
    expect(rows[0]?.values).toEqual({
      a: '2026-11-23',
      b: '2026-11-23T12:00:00',
      c: 46_349,
      d: '2026-11-23T14:30:00',
      e: '06:00:00',
    })
    expect(rows[1]?.problems).toEqual([['DATE_NOT_READ', 1]])
    const macintosh = await made({ formats, sheets, workbook: '<x:workbookPr date1904="1"/>' })
    expect((await valuesOf(macintosh))[0]?.a).toBe('2030-11-24')
  })

  it('begins below what stands above a table', async () => {
    const sheets = {
      Sheet1: sheetOf(inline('Price list'), ['sku', 'name'].map(inline).join(''), ['1', 'Lamp'].map(inline).join('')),
    }
    const { shape, firstRows } = await inspectFile(opens(await made({ sheets })))
    expect(shape).toMatchObject({ headerRow: 2 })
    expect(firstRows.map((row) => Object.fromEntries(row))).toEqual([{ sku: '1', name: 'Lamp' }])
  })

  it('gives codes with the zeros that their format shows in front', async () => {
    const formats =
      '<numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    const sheets = { Sheet1: sheetOf(inline('a'), number('123', 1), number('1234567', 1), number('1.5', 1)) }
    expect((await valuesOf(await made({ formats, sheets }))).map(({ a }) => a)).toEqual(['00123', '1234567', 1.5])
  })

  it('keeps the numbers of rows and columns where some are left out', async () => {
    const inside = `<sheetData><row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c><c r="A3" t="inlineStr"><is><t>a</t></is></c></row><row r="7"><c r="B7"><v>2</v></c></row><row r="9"><c r="A9"/></row><row r="10"><c r="D10"><v>4</v></c></row></sheetData>`
    expect(await read(await made({ sheets: { Sheet1: inside } }))).toEqual([
      { row: 7, values: { a: '', b: 2 }, problems: [] },
      { row: 10, values: { a: '', b: '' }, problems: [['TOO_MANY_CELLS', 4]] },
    ])
  })

  it('gives a value that is merged downwards to each row, and tells rows that are merged across', async () => {
    const rows = [
      '<c r="A1" t="str"><v>brand</v></c><c r="B1" t="str"><v>sku</v></c>',
      '<c r="A2" t="str"><v>Acme</v></c><c r="B2"><v>1</v></c>',
      '<c r="B3"><v>2</v></c>',
      '<c r="B4"><v>3</v></c>',
      '<c r="A5" t="str"><v>All of them</v></c>',
    ]
    const inside = `${sheetOf(...rows)}<mergeCells count="3"><mergeCell ref="A1:A1"/><mergeCell ref="A5:B5"/><mergeCell ref="A2:A3"/></mergeCells>`
    expect(await read(await made({ sheets: { Sheet1: inside } }))).toEqual([
      { row: 2, values: { brand: 'Acme', sku: 1 }, problems: [] },
      { row: 3, values: { brand: 'Acme', sku: 2 }, problems: [] },
      { row: 4, values: { brand: '', sku: 3 }, problems: [] },
      { row: 5, values: { brand: 'All of them', sku: '' }, problems: [['MERGED_CELLS', 1]] },
    ])
  })

  it('names its sheets, begins with the first that is shown, and tells cells that end in an error', async () => {
    const sheets = { 'Hidden one': sheetOf(inline('x')), Goods: sheetOf(inline('a'), '<c t="e"><v>#N/A</v></c>') }
    const bytes = await made({ sheets })
    const { shape, problems } = await inspectFile(opens(bytes))
    expect(shape).toMatchObject({
      sheet: 'Goods',
      sheets: [
        { name: 'Hidden one', isHidden: true },
        { name: 'Goods', isHidden: false },
      ],
    })
    expect(problems).toMatchObject([{ code: 'CELL_ERROR', row: 2, column: 'a', params: { text: '#N/A' } }])
    await expect(read(bytes, 'Missing')).rejects.toMatchObject({ problem: { code: 'SHEET_NOT_FOUND' } })
  })
})

describe('a hostile or broken workbook', () => {
  it('is told for what it is', async () => {
    const whole = await written(
      ['a'],
      ...Array.from({ length: 2_000 }, (_, index) => [`text ${index} ${Math.sin(index)}`]),
    )
    expect(await codesOf(whole.subarray(0, whole.length - 300))).toEqual(['DAMAGED_WORKBOOK'])
    expect(await codesOf(await zipped({ 'readme.txt': 'no workbook' }))).toEqual(['NOT_A_TABLE'])
    expect(await codesOf(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))).toEqual(['FORMAT_NOT_READ'])
    expect(await codesOf(await made({ sheets: { Sheet1: '<sheetData/>' } }))).toEqual(['EMPTY_FILE'])
    expect(await codesOf(await made({}))).toEqual(['EMPTY_FILE'])
    const damaged = Buffer.from(whole)
    damaged.fill(0x41, Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 200)
    expect(await codesOf(damaged)).toEqual(['DAMAGED_WORKBOOK'])
  })

  it('is refused where its XML is cut, nests without end or defines entities', async () => {
    const cut = await made({ sheets: {}, more: { 'xl/workbook.xml': '<workbook><sheets><sheet name="S"' } })
    expect(await codesOf(cut)).toEqual(['DAMAGED_WORKBOOK'])
    const deep = await made({ sheets: { Sheet1: '<sheetData>'.repeat(50_000) } })
    expect(await codesOf(deep)).toEqual(['DAMAGED_WORKBOOK'])
    const entities = '<!DOCTYPE a [<!ENTITY b "lol">]>'
    const bomb = await made({
      sheets: { Sheet1: sheetOf(inline('a'), inline('&b;')) },
      more: { 'xl/sharedStrings.xml': `${entities}<sst/>` },
    })
    expect(await codesOf(bomb)).toEqual(['DAMAGED_WORKBOOK'])
  })

  it('cannot unpack to more than it says, nor say more than is taken', async () => {
    const bytes = await made({ sheets: { Sheet1: sheetOf(inline('a'), inline('x'.repeat(200_000))) } })
    const lying = Buffer.from(bytes)
    const name = lying.lastIndexOf('xl/worksheets/sheet0.xml')
    // In the table of contents the unpacked size stands 22 bytes before the name.
    lying.writeUInt32LE(1_000, name - 22)
    expect(await codesOf(lying)).toEqual(['DAMAGED_WORKBOOK'])
    lying.writeUInt32LE(150_000_000, name - 22)
    expect(await codesOf(lying)).toEqual(['WORKBOOK_TOO_LARGE'])
    lying.writeUInt32LE(4_200_000_000, name - 22)
    expect(await codesOf(lying)).toEqual(['WORKBOOK_TOO_LARGE'])
  })

  it.runIf(isWholeRun)('reads no more than a limit of the parts beside its sheets', async () => {
    const styles = `<styleSheet>${'<a/>'.repeat(16_100_000)}</styleSheet>`
    const noise = randomBytes(1_000_000).toString('base64')
    const more = { 'xl/styles.xml': styles, 'xl/media/noise': noise }
    expect(await codesOf(await made({ sheets: { Sheet1: sheetOf(inline('a')) }, more }))).toEqual([
      'WORKBOOK_TOO_LARGE',
    ])
  })

  it('does not take the numbers of cells and texts at their word', async () => {
    const odd =
      '<c r="ZZZZZZZZZZ9" t="inlineStr"><is><t>far</t></is></c><c t="s"><v>99</v></c><c t="s"><v>-1</v></c><c><v>1e999</v></c>'
    const rows = await read(
      await made({ texts: ['<t>one</t>'], sheets: { Sheet1: sheetOf(inline('a') + inline('b'), odd) } }),
    )
    expect(rows[0]?.problems[0]?.[0]).toBe('TOO_MANY_CELLS')
  })
})

describe('parts of workbooks', () => {
  it('know columns by letters', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(100_000), (column, row) => {
        expect(placeOf(`${columnLetters(column)}${row}`)).toEqual({ row, column })
      }),
    )
    expect(['A', 'Z', 'AA', 'XFD'].map((letters) => placeOf(`${letters}1`).column)).toEqual([0, 25, 26, 16_383])
  })

  it('write every text so that XML takes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(cellText(text))).toBe(text)
      }),
    )
  })

  it.each([
    ['General', 'number'],
    ['0.00', 'number'],
    ['#,##0 "days"', 'number'],
    ['[Red]0;[Blue]-0', 'number'],
    ['0.00E+00', 'number'],
    ['yyyy-mm-dd', 'date'],
    ['00000', { digits: 5 }],
    ['00', { digits: 2 }],
    ['0', 'number'],
    ['00-00', 'number'],
    ['[$-409]d. mmmm yyyy', 'date'],
    ['mmm', 'date'],
    ['dd/mm/yy hh:mm', 'dateTime'],
    ['[h]:mm:ss', 'time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['@', 'number'],
  ] as const)('take the format %s for a %s', (code, kind) => {
    expect(formatKind(164, code)).toEqual(kind)
  })

  it('count days as spreadsheets do', () => {
    expect(serialToText(1, 'date', false)).toBe('1900-01-01')
    expect(serialToText(59, 'date', false)).toBe('1900-02-28')
    expect(serialToText(61, 'date', false)).toBe('1900-03-01')
    expect(serialToText(0, 'date', true)).toBe('1904-01-01')
    expect(serialToText(3e6, 'date', false)).toBeUndefined()
  })
})
