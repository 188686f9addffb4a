import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ZipFile } from 'yazl'
import { readingOf } from '../src/modules/content/imports/import-reading.ts'
import type { Reading } from '../src/modules/exchange/reading/file-workers.ts'
import { cellReaders } from './hostile/cells.ts'
import type { ByShape, HostileShape } from './hostile/shapes.ts'

/** A reader of files, how a file of each shape is written for it, and what is asked of it. */
export interface FileReader {
  readonly reading: Reading
  /** Those that would cost it the most without its defences: the usual run tries no others. */
  readonly worst: readonly HostileShape[]
  readonly files: ByShape<() => string | Promise<Buffer>>
}

const folding = '\ufdfa'.repeat(60_000)
const head = 'sku,title\n'
const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

const csv: FileReader['files'] = {
  blank: () => head + '\n'.repeat(1_000_000),
  'one endless cell': () => `${head}1,"${'x\n'.repeat(3_900_000)}"\n`,
  'open quote': () => `${head}1,"${'2,A lamp\n'.repeat(1_500_000)}`,
  alternating: () => head + 'a\n1,2\n'.repeat(99_000),
  deep: () => `${head}1,"${'""'.repeat(3_900_000)}"\n`,
  wide: () => numbered(300, (row) => `${numbered(5_000, (at) => `${row === 0 ? 'c' : ''}${at},`)}\n`),
  repeated: () => head + '1,A lamp\n'.repeat(199_000),
  'letters that decompose': () => head + numbered(20, (at) => `${at},${folding}\n`),
  unbroken: () => head + 'x'.repeat(9_000_000),
  'almost valid': () => head + numbered(150_000, (at) => `${at},"A "small" lamp"\n`),
}

const jsonLines: FileReader['files'] = {
  blank: () => `{"sku":"1"}${'\n'.repeat(1_000_000)}`,
  'one endless cell': () => `{"sku":"${'x\\n'.repeat(2_600_000)}"}\n`,
  'open quote': () => `{"sku":"1"}\n{"sku":"${'x'.repeat(7_900_000)}\n`,
  alternating: () => numbered(95_000, (at) => `{"sku":"${at}"}\n[]\n`),
  deep: () => `{"sku":1}\n${numbered(2_000, () => `{"a":${'['.repeat(2_000)}\n`)}`,
  wide: () => `{"sku":1,"all":[${'[],'.repeat(2_600_000)}1]}\n`,
  repeated: () => `{"sku":1}\n${numbered(20, () => `{"sku":2,"all":[${'{"a":1},'.repeat(45_000)}1]}\n`)}`,
  'letters that decompose': () => numbered(20, (at) => `{"sku":"${at}","title":"${folding}"}\n`),
  unbroken: () => `{"sku":1}\n${'x'.repeat(9_000_000)}`,
  'almost valid': () => numbered(150_000, (at) => `{"sku":"${at}","title":"A lamp"\n`),
}

const fixedParts = {
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels':
    '<Relationships><Relationship Id="r" Type="a/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml': '<workbook xmlns:r="o"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="s" Type="a/worksheet" Target="worksheets/s.xml"/></Relationships>',
}

const sheetRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
const sheetHead = `<worksheet><sheetData>${sheetRow('sku', 'title')}`

function workbook(rows: string, end = '</sheetData></worksheet>'): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, part] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(part), name)
  zip.addBuffer(Buffer.from(sheetHead + rows + end), 'xl/worksheets/s.xml')
  zip.end()
  return buffer(zip.outputStream)
}

const xlsx: FileReader['files'] = {
  blank: () => workbook('<row/>'.repeat(1_000_000)),
  'one endless cell': () => workbook(sheetRow('1', 'x'.repeat(7_900_000))),
  'open quote': () => workbook(`<row r="${'x'.repeat(15_000_000)}`, ''),
  alternating: () => workbook(numbered(60_000, (at) => `${sheetRow(String(at), 'a')}<row><c><v>1</v></c></row>`)),
  deep: () => workbook('<row>'.repeat(1_000_000), ''),
  wide: () => workbook(numbered(20, () => `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`)),
  repeated: () => workbook(sheetRow('1', 'A lamp').repeat(100_000)),
  'letters that decompose': () => workbook(numbered(20, (at) => sheetRow(String(at), folding))),
  unbroken: () => workbook('x'.repeat(15_000_000)),
  'almost valid': () =>
    workbook(
      numbered(60_000, (at) => `<row><c t="e"><v>#N/A ${at}</v></c></row>`),
      '',
    ),
}

const articles = (inner: string, end = '</T></BMECAT>'): string => `<BMECAT><T>${inner}${end}`
const article = (at: number, words: string): string =>
  `<ARTICLE><SUPPLIER_AID>${at}</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>${words}</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE>`

const xml: FileReader['files'] = {
  blank: () => articles(article(1, 'A lamp') + ' \n'.repeat(5_000_000)),
  'one endless cell': () => articles(article(1, 'x'.repeat(7_900_000))),
  'open quote': () => articles(`${article(1, 'A lamp')}<ARTICLE mode="${'x'.repeat(15_000_000)}`, ''),
  alternating: () => articles(numbered(60_000, (at) => `${article(at, 'a')}<ARTICLE/>`)),
  deep: () => articles(numbered(20_000, () => `${'<a>'.repeat(90)}${'</a>'.repeat(90)}`)),
  wide: () => articles(`<ARTICLE>${numbered(4_900, (at) => `<c${at}/>`)}</ARTICLE>`.repeat(150)),
  repeated: () => articles(article(1, 'A lamp').repeat(90_000)),
  'letters that decompose': () => articles(numbered(20, (at) => article(at, folding))),
  unbroken: () => articles(`${article(1, 'A lamp')}<${'x'.repeat(15_000_000)}`, ''),
  'almost valid': () =>
    articles(
      numbered(90_000, (at) => article(at, '&a;&amp;b')),
      '</T>',
    ),
}

const prefixes = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n'
const concept = (at: number, words: string): string => `<c${at}> a skos:Concept ; skos:prefLabel "${words}"@en .\n`

const turtle: FileReader['files'] = {
  blank: () => prefixes + '\n'.repeat(4_000_000),
  'one endless cell': () => prefixes + concept(1, 'x'.repeat(4_000_000)),
  'open quote': () => `${prefixes}<c> skos:prefLabel """${'x\n'.repeat(2_000_000)}`,
  alternating: () => prefixes + numbered(60_000, (at) => `<c${at % 2}> skos:altLabel "${at}" .\n`),
  deep: () => `${prefixes}<c> skos:broader ${'[ skos:broader '.repeat(250_000)}`,
  wide: () => `${prefixes}<c> skos:altLabel ${numbered(200_000, (at) => `"${at}" ,\n`)} "x" .`,
  repeated: () => prefixes + concept(1, 'A lamp').repeat(60_000),
  'letters that decompose': () => prefixes + numbered(20, (at) => concept(at, folding)),
  unbroken: () => prefixes + 'x'.repeat(4_000_000),
  'almost valid': () => prefixes + numbered(24_000, (at) => concept(at, 'A lamp').replace(' .\n', ' ;\n')),
}

const jsonLd = (graph: string): string =>
  `{"@context":{"skos":"http://www.w3.org/2004/02/skos/core#"},"@graph":[${graph}]}`
const node = (at: number, words: string): string =>
  `{"@id":"c:${at}","@type":"skos:Concept","skos:prefLabel":{"@value":"${words}","@language":"en"}},`

const jsonLdFiles: FileReader['files'] = {
  blank: () => jsonLd(' \n'.repeat(2_000_000)),
  'one endless cell': () => jsonLd(`${node(1, 'x'.repeat(4_000_000))}1`),
  'open quote': () => `{"@context":{},"@graph":["${'x'.repeat(4_000_000)}`,
  alternating: () => jsonLd(`${numbered(150_000, (at) => (at % 2 === 0 ? `{"@id":"c:${at}"},` : '[],'))}1`),
  deep: () => jsonLd(`{"skos:broader":`.repeat(250_000)),
  wide: () => jsonLd(`{"@id":"c:1","skos:altLabel":[${numbered(400_000, (at) => `"${at}",`)}"x"]}`),
  repeated: () => jsonLd(`${node(1, 'A lamp').repeat(40_000)}1`),
  'letters that decompose': () => jsonLd(`${numbered(20, (at) => node(at, folding))}1`),
  unbroken: () => 'x'.repeat(4_000_000),
  'almost valid': () => jsonLd(numbered(24_000, (at) => node(at, 'A lamp'))),
}

const rows: Reading = readingOf({ kind: 'rows', shape: undefined })
const conceptsIn = (format: 'turtle' | 'jsonld'): Reading => ({
  program: fileURLToPath(new URL('../src/modules/taxonomies/files/concept-reader-process.ts', import.meta.url)),
  task: { format, emptyCells: 'keep', defaultLanguage: 'en', tenantLanguages: ['en'] },
})

export const fileReaders = {
  csv: { reading: rows, worst: ['blank', 'wide'], files: csv },
  jsonLines: { reading: rows, worst: ['blank', 'repeated'], files: jsonLines },
  xlsx: { reading: rows, worst: ['blank', 'open quote'], files: xlsx },
  xml: { reading: rows, worst: ['deep', 'wide'], files: xml },
  turtle: { reading: conceptsIn('turtle'), worst: ['wide'], files: turtle },
  jsonLd: { reading: conceptsIn('jsonld'), worst: ['wide'], files: jsonLdFiles },
  ...cellReaders,
} satisfies Readonly<Record<string, FileReader>>
