import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { openBenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { CpuMeter, cpuOfEach } from './cpu.ts'
import { print } from './measure.ts'
import { bytesOfLists, fileOfLists, haveLists } from './reader-file.ts'

/** Measures how long the file of lists of the large tenant takes to be made, and to be opened where it is there; it stays for what follows. */
export async function benchReaderFile(db: BenchDatabase): Promise<boolean> {
  const { large } = db
  const rows: string[][] = []
  let path = ''
  const opened = async (what: string, prepare: () => Promise<void> = async () => {}) => {
    const app = await openBenchApp(db.address, { lists: db.lists })
    const meter = await CpuMeter.open(db.superuser)
    try {
      path = fileOfLists(app, large.tenantId)
      await prepare()
      const [before, start] = [await meter.read(), performance.now()]
      await haveLists(app, large)
      const seconds = (performance.now() - start) / 1_000
      const { here, database } = cpuOfEach(before, await meter.read(), large.items)
      rows.push([
        what,
        seconds.toFixed(1),
        Math.round(large.items / seconds).toString(),
        here.toFixed(2),
        database?.toFixed(2) ?? '',
      ])
    } finally {
      await meter.close()
      await app.close()
    }
  }
  await opened('made', () => removeFile(path))
  await opened('opened as it was left')
  print(`The file of lists of ${large.items} items with three variations; CPU in milliseconds of an item`, [
    ['', 'seconds', 'items/s', 'CPU here', 'CPU db'],
    ...rows,
  ])
  const total = bytesOfLists(path)
  print('What it has', [
    ['', 'MB', 'bytes of a variation'],
    ...[['all of it', total] as const, ...sizesIn(path)].map(([what, bytes]) => [
      what,
      (bytes / 2 ** 20).toFixed(1),
      Math.round(bytes / (large.items * large.variations.length)).toString(),
    ]),
  ])
  return true
}

async function removeFile(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
}

/** Bytes by what they are for. */
export function sizesIn(path: string): (readonly [what: string, bytes: number])[] {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const found = file
      .prepare(
        `select case when name glob 'words_*' then 'words' when name glob 'row*' then 'rows and their orders'
            when name glob 'key*' then 'keys' when name = 'head' then 'what items are called by' else 'all else' end as what,
          sum(pgsize) as bytes from dbstat where aggregate = true group by 1 order by 2 desc`,
      )
      .all()
    return found.map(({ what, bytes }) => [String(what), Number(bytes)])
  } finally {
    file.close()
  }
}
