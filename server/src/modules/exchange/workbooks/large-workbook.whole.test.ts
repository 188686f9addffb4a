import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { ZipFile } from 'yazl'

// A million cells, which take their time on a busy machine.
rstest.setConfig({ testTimeout: 300_000 })

const reader = join(import.meta.dirname, '../../../../testing/read-workbook.ts')
const [few, many] = [5_000, 200_000]
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-large-'))
  for (const rows of [few, many]) await write(rows)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pathOf = (rows: number): string => join(folder, `${rows}.xlsx`)

/** As Excel writes it: each text once, in a part of its own, and named by its number in the cells. */
async function write(rows: number): Promise<void> {
  const zip = new ZipFile()
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': '<workbook xmlns:r="o"><sheets><sheet name="Sheet1" sheetId="1" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
  }
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name)
  zip.addReadStream(Readable.from(textsOf(rows)), 'xl/sharedStrings.xml')
  zip.addReadStream(Readable.from(rowsOf(rows)), 'xl/worksheets/sheet1.xml')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(pathOf(rows)))
}

function* textsOf(rows: number): Generator<string> {
  yield '<sst><si><t>sku</t></si><si><t>title</t></si><si><t>stock</t></si><si><t>price</t></si>'
  for (let row = 0; row < rows; row++)
    yield `<si><t>SKU-${row}</t></si><si><t>A lamp with a shade of paper, the one with the number ${row}</t></si>`
  yield '</sst>'
}

function* rowsOf(rows: number): Generator<string> {
  const text = (index: number) => `<c t="s"><v>${index}</v></c>`
  yield `<worksheet><sheetData><row>${[0, 1, 2, 3].map(text).join('')}</row>`
  for (let row = 0; row < rows; row++)
    yield `<row>${text(4 + 2 * row)}${text(5 + 2 * row)}<c><v>${row}</v></c><c><f>C${row + 2}*2</f><v>${2 * row}</v></c></row>`
  yield '</sheetData></worksheet>'
}

async function read(rows: number): Promise<{ rows: number; last: unknown; peakBytes: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [reader, pathOf(rows)])
  return JSON.parse(stdout)
}

describe('a workbook of 200,000 rows with 400,000 texts', () => {
  it('is read in hardly more memory than one of 5,000', async () => {
    const [small, large] = [await read(few), await read(many)]
    expect(small.rows).toBe(few)
    const number = many - 1
    const title = `A lamp with a shade of paper, the one with the number ${number}`
    expect(large).toMatchObject({ rows: many, last: { sku: `SKU-${number}`, title, stock: number, price: 2 * number } })
    expect(large.peakBytes - small.peakBytes).toBeLessThan(40 * 2 ** 20)
  })
})
