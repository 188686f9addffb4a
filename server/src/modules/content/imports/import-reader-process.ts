// Runs in a process of its own, so that what a file costs is spent there, and a malicious file can end this process and not the server.
import {
  type FileRow,
  type FileShape,
  findEncoding,
  findShape,
  inBatches,
  namesOwnColumns,
  type OpenFile,
  requireFewRows,
  serveFiles,
} from '../../exchange/index.ts'
import type { ImportPlan } from './import-plan.ts'
import type { DraftsPart, ImportTask, RowsPart } from './import-reading.ts'
import { itemRows } from './item-rows.ts'
import { draftsOf, sizeOf } from './map-rows.ts'
import { readHead } from './read-head.ts'

serveFiles(async function* (open: OpenFile, task: ImportTask) {
  if (task.kind === 'head') yield await readHead(open, task.chosen)
  else yield* task.kind === 'drafts' ? drafts(open, task.plan) : rows(open, task.shape)
})

const shapeOf = async (open: OpenFile): Promise<FileShape> => findShape(open, await findEncoding(open()))

async function* drafts(open: OpenFile, plan: ImportPlan): AsyncGenerator<DraftsPart> {
  const shape = plan.mapping.shape ?? (await shapeOf(open))
  await requireFewRows(open, shape)
  const columns = new Set<string>()
  const read = itemRows(open, shape, (names) => {
    for (const name of names) columns.add(name)
  })
  let isTold = namesOwnColumns(shape.format)
  for await (const batch of inBatches(draftsOf(plan, read, shape.format), ({ size }) => size)) {
    if (!isTold) yield { columns: [...columns] }
    isTold = true
    yield { drafts: batch }
  }
  // Where no row names a column, it is not one of them that leaves it out.
  if (columns.size > 0) yield { columns: [...columns] }
}

async function* rows(open: OpenFile, chosen: FileShape | undefined): AsyncGenerator<RowsPart> {
  const shape = chosen ?? (await shapeOf(open))
  yield { shape }
  let columns: readonly string[] = []
  let isTold = shape.format === 'jsonLines'
  // Whoever makes a table of the rows needs all of its columns first, so XML is read twice.
  if (shape.format === 'xml') columns = await allColumns(open, shape)
  const read = itemRows(open, shape, (names) => {
    if (!isTold && !namesOwnColumns(shape.format)) columns = [...names]
  })
  for await (const batch of inBatches<FileRow>(read, sizeOf)) {
    if (!isTold) yield { columns }
    isTold = true
    yield { rows: batch }
  }
}

async function allColumns(open: OpenFile, shape: FileShape): Promise<readonly string[]> {
  const columns = new Set<string>()
  const note = (names: Iterable<string>) => {
    for (const name of names) columns.add(name)
  }
  for await (const _ of itemRows(open, shape, note)) {
    // Its columns are noted.
  }
  return [...columns]
}
