import { UnreadableFile } from '../files/file-problem.ts'
import { formatKind, type NumberKind } from './cell-formats.ts'
import { maxFormats, maxSheets } from './limits.ts'
import { readWholeXml } from './read-xml.ts'
import { cannotRead, type ZipParts } from './zip-parts.ts'

export interface WorkbookSheet {
  readonly name: string
  /** As the workbook says; a hidden sheet can be read as any other. */
  readonly isHidden: boolean
}

export interface PlacedSheet extends WorkbookSheet {
  /** Name of its part in the archive. */
  readonly part: string
}

export interface WorkbookParts {
  readonly sheets: readonly PlacedSheet[]
  /** Days are counted from 1904, as Excel for the Mac did. */
  readonly is1904: boolean
  /** Part with the texts that cells refer to; undefined where there is none. */
  readonly sharedStrings: string | undefined
  /** By number of a cell's format: how its numbers are meant. */
  readonly numberKinds: readonly NumberKind[]
}

const workbookKinds = ['/worksheet', '/sharedStrings', '/styles'] as const

export async function readWorkbookParts(zip: ZipParts): Promise<WorkbookParts> {
  if (!zip.has('[Content_Types].xml'))
    throw new UnreadableFile({
      code: 'NOT_A_TABLE',
      message: 'The file is an archive, and no workbook of sheets (XLSX).',
      params: { kind: 'ZIP' },
    })
  const ofPackage = await relationsOf(zip, '_rels/.rels', '')
  const workbook = ofPackage.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? 'xl/workbook.xml'
  if (!zip.has(workbook) || workbook.endsWith('.bin'))
    throw cannotRead('FORMAT_NOT_READ', 'The file is no workbook of sheets (XLSX).')
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1)
  const relations = await relationsOf(zip, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder)
  const parts = new Map(
    relations.filter(({ type }) => workbookKinds.some((kind) => type.endsWith(kind))).map((each) => [each.id, each]),
  )
  const ofKind = (kind: (typeof workbookKinds)[number]) =>
    [...parts.values()].find(({ type, part }) => type.endsWith(kind) && zip.has(part))?.part
  const sheets: PlacedSheet[] = []
  let is1904 = false
  await readWholeXml(zip.read(workbook), {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element !== 'sheet') return
      const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
      const part = id === undefined ? undefined : parts.get(id)
      // Sheets of charts and macros have no rows.
      if (part?.type.endsWith('/worksheet') !== true) return
      sheets.push({
        name: attributes.name ?? '',
        isHidden: (attributes.state ?? 'visible') !== 'visible',
        part: part.part,
      })
      if (sheets.length > maxSheets)
        throw cannotRead('WORKBOOK_TOO_LARGE', `The workbook has more than ${maxSheets} sheets.`)
    },
  })
  if (sheets.length === 0) throw cannotRead('EMPTY_FILE', 'The workbook has no sheet with rows.')
  const styles = ofKind('/styles')
  return {
    sheets,
    is1904,
    sharedStrings: ofKind('/sharedStrings'),
    numberKinds: styles === undefined ? [] : await numberKindsOf(zip, styles),
  }
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
}

async function relationsOf(zip: ZipParts, part: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = []
  if (!zip.has(part)) return found
  await readWholeXml(zip.read(part), {
    open(element, { Id, Type, Target, TargetMode }) {
      if (element !== 'Relationship' || Id === undefined || Target === undefined) return
      if (TargetMode !== 'External') found.push({ id: Id, type: Type ?? '', part: partAt(folder, Target) })
    },
  })
  return found
}

/** The name of a part that another one in this folder names: from the root with a slash, else relative. */
function partAt(folder: string, target: string): string {
  const { pathname } = new URL(target, `zip://archive/${folder}`)
  return decodeURI(pathname).replace(/^\/+/, '')
}

async function numberKindsOf(zip: ZipParts, part: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isInCellFormats = false
  await readWholeXml(zip.read(part), {
    open(element, { numFmtId, formatCode }) {
      if (element === 'numFmt' && formatCode !== undefined && codes.size < maxFormats)
        codes.set(Number(numFmtId), formatCode)
      if (element === 'cellXfs') isInCellFormats = true
      if (element === 'xf' && isInCellFormats && kinds.length < maxFormats)
        kinds.push(formatKind(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
    },
    close(element) {
      if (element === 'cellXfs') isInCellFormats = false
    },
  })
  return kinds
}
