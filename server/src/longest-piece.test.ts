import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { bodyReaders } from '../testing/hostile/bodies.ts'
import { conceptReaders } from '../testing/hostile/concepts.ts'
import { fileReaders } from '../testing/hostile/files.ts'
import { HostileServer } from '../testing/hostile/hostile-server.ts'
import { searchReaders } from '../testing/hostile/searches.ts'
import { type Feed, type Reader, shapesToTry } from '../testing/hostile/shapes.ts'
import { type ThreadTime, threadTimeOf } from '../testing/longest-piece.ts'

/** Milliseconds of CPU between two turns of the event loop. */
const longestPiece = 50
/** Nanoseconds of CPU for each byte, where they come to more than this many milliseconds. */
const perByte = 10_000
const smallest = 250
/** A search looks through up to 400,000 characters of what it has found, whatever is sent. */
const smallestOf: Readonly<Record<string, number>> = { 'a search text': 1_000 }
/** The best of some, as a turn may also hold the work of the garbage collector. */
const attempts = 5

let hostile: HostileServer
beforeAll(async () => {
  hostile = await HostileServer.start()
})
afterAll(() => hostile.close())

const readers = (server: HostileServer): Reader[] => [
  ...bodyReaders(server),
  ...searchReaders(server),
  ...fileReaders(server),
  ...conceptReaders(server),
]
// Their names are needed before there is a server.
const names = readers({} as HostileServer).map(({ name }) => name)

const table: string[] = []
afterAll(() =>
  console.log(['| reader | shape | longest piece, ms | ns a byte | kB |', '|-|-|-|-|-|', ...table].join('\n')),
)

async function measured({ prepare, work }: Feed): Promise<ThreadTime> {
  await prepare?.()
  return await threadTimeOf(work)
}

const isWithin = (name: string, { longest, whole }: ThreadTime, bytes: number): boolean =>
  longest <= longestPiece && (whole <= (smallestOf[name] ?? smallest) || (whole * 1e6) / bytes <= perByte)

describe('nobody waits long for what another caller sends', () => {
  it.each(names)(
    'in %s',
    async (name) => {
      const reader = readers(hostile).find((each) => each.name === name)
      if (reader === undefined) throw new Error(`there is no reader ${name}`)
      const tooLong: string[] = []
      for (const shape of shapesToTry(reader.worst)) {
        const feed = reader.feeds[shape]()
        let best = { longest: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }
        for (let attempt = 0; attempt < attempts && !isWithin(name, best, feed.bytes); attempt += 1) {
          const time = await measured(feed)
          best = { longest: Math.min(best.longest, time.longest), whole: Math.min(best.whole, time.whole) }
        }
        const cost = `${best.longest.toFixed(0)} | ${((best.whole * 1e6) / feed.bytes).toFixed(0)} | ${(feed.bytes / 1e3).toFixed(0)}`
        table.push(`| ${name} | ${shape} | ${cost} |`)
        if (!isWithin(name, best, feed.bytes)) tooLong.push(`${shape}: ${cost}`)
      }
      expect(tooLong).toEqual([])
    },
    600_000,
  )
})
