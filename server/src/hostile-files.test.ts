import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { shapesToTry } from '../testing/hostile/shapes.ts'
import { fileReaders } from '../testing/hostile-files.ts'
import { threadTimeOf } from '../testing/longest-piece.ts'
import { FileWorkers, UnreadableFile } from './modules/exchange/index.ts'

/** Milliseconds of CPU time that the server spends without a turn for others; nanoseconds that a process spends on each byte. */
const bars = { piece: 50, perByte: 4_000 }
const log = { warn: () => undefined }
const partBytes = 65_536

let folder: string
let workers: FileWorkers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-hostile-'))
  workers = new FileWorkers({ log, temporaryFolder: folder, takeDisk: async () => () => {}, processes: 2 })
})
afterAll(async () => {
  workers.close()
  await rm(folder, { recursive: true })
})

const inParts = (bytes: Buffer) =>
  function* () {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes)
  }

/** Milliseconds of CPU time of all processes that read files. */
async function spent(): Promise<number> {
  let ticks = 0
  for (const pid of workers.pids) {
    const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ')[1]?.split(' ') ?? []
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}

describe('a hostile file', () => {
  it.each(Object.entries(fileReaders))(
    'keeps neither the server nor a process: %s',
    async (name, { reading, worst, files }) => {
      const read = async (bytes: Buffer) => {
        try {
          const file = { open: inParts(bytes), byteSize: bytes.length }
          for await (const _ of workers.read('any', file, reading)) {
            // Passed on by the server.
          }
          return 'read'
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
          return error.problem.code
        }
      }
      await read(Buffer.from('a process starts with this'))
      for (const shape of shapesToTry(worst)) {
        const made = await files[shape]()
        const bytes = Buffer.from(made)
        let end = ''
        const before = process.platform === 'linux' ? await spent() : 0
        const { longest: piece } = await threadTimeOf(async () => {
          end = await read(bytes)
        })
        const perByte = process.platform === 'linux' ? (((await spent()) - before) * 1e6) / unpacked(made) : 0
        console.log(`${name}, ${shape}: ${end}, ${piece.toFixed(1)} ms in one piece, ${Math.round(perByte)} ns a byte`)
        expect([shape, piece < bars.piece]).toEqual([shape, true])
        expect([shape, perByte < bars.perByte]).toEqual([shape, true])
      }
    },
    600_000,
  )
})

/** A workbook is counted by what its largest part unpacks to, as far as its table of contents tells. */
function unpacked(made: string | Buffer): number {
  if (typeof made === 'string') return Buffer.byteLength(made)
  const at = made.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  return made.readUInt32LE(at + 24)
}
