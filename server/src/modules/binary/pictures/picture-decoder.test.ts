import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { isWholeRun } from '../../../../testing/budget.ts'
import type { NoPicture, PictureTask } from './messages.ts'
import { PictureDecoder } from './picture-decoder.ts'

const size = { name: 'large', width: 1_920, height: 1_920, fit: 'inside' } as const
const log = { warn: () => undefined }

/** Just below what is drawn at all, and several seconds of CPU time. */
const noise = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f">${'<feTurbulence baseFrequency="0.9" numOctaves="10"/>'.repeat(
  4,
)}</filter><rect width="400" height="400" filter="url(#f)"/></svg>`

describe('pictures', () => {
  let folder: string
  const open: PictureDecoder[] = []
  const decoderWith = (options: { cpuSeconds?: number; dataMegabytes?: number; processes?: number }) => {
    const decoder = new PictureDecoder({ log, ...options })
    open.push(decoder)
    return decoder
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pim-pictures-'))
    await writeFile(join(folder, 'noise.svg'), noise)
    await writeFile(
      join(folder, 'photo.png'),
      await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
  })
  afterAll(async () => {
    for (const decoder of open) decoder.close()
    await rm(folder, { recursive: true })
  })

  const drawing = (name: string): PictureTask => ({
    kind: 'render',
    input: join(folder, 'noise.svg'),
    mimeType: 'image/svg+xml',
    output: join(folder, name),
    size,
    page: 1,
  })
  const photo = (): PictureTask => ({ kind: 'look', input: join(folder, 'photo.png'), mimeType: 'image/png' })

  it.runIf(isWholeRun)(
    'of one tenant go on while five drawings of another take all the time that they may',
    async () => {
      const decoder = decoderWith({ cpuSeconds: 0.5, processes: 2 })
      const ended: string[] = []
      const hostile = Array.from({ length: 5 }, (_, n) =>
        decoder
          .run('hostile', drawing(`noise-${n}.webp`))
          .catch((error: NoPicture) => ended.push(error.refusal.reason)),
      )
      const photos = Array.from({ length: 3 }, () => decoder.run('other', photo()).then(() => ended.push('photo')))
      await Promise.all([...hostile, ...photos])
      // One drawing at a time: the other process is free for others.
      expect(ended.lastIndexOf('photo')).toBeLessThan(4)
      expect(ended.toSorted()).toEqual(['cost', 'cost', 'cost', 'cost', 'cost', 'photo', 'photo', 'photo'])
    },
    120_000,
  )

  it('are made in processes that the operating system limits in CPU time and memory', async () => {
    if (process.platform !== 'linux') return console.log('skipped: limits are read from /proc')
    const decoder = decoderWith({ cpuSeconds: 3, dataMegabytes: 1_100 })
    await decoder.run('any', photo())
    const [pid] = decoder.pids
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
    expect(limits).toMatch(/^Max cpu time +6 +11 +seconds/m)
    expect(limits).toMatch(new RegExp(`^Max data size +${1_100 * 1_048_576} `, 'm'))
  })

  it.runIf(isWholeRun)(
    'that need more memory than a picture may have are refused, and the next one is made',
    async () => {
      if (process.platform !== 'linux') return console.log('skipped: no limit of memory here')
      const path = join(folder, 'large.webp')
      const large = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: 'red' } })
      await large.webp({ effort: 0 }).toFile(path)
      const decoder = decoderWith({ dataMegabytes: 780 })
      const tried = decoder.run('any', { kind: 'look', input: path, mimeType: 'image/webp' })
      await expect(tried).rejects.toMatchObject({ refusal: { reason: 'cost' } })
      expect(await decoder.run('any', photo())).toMatchObject({ width: 30, height: 20 })
    },
    60_000,
  )

  it('nobody waits for any longer are not begun', async () => {
    const decoder = decoderWith({ cpuSeconds: 0.5, processes: 2 })
    const first = decoder.run('any', drawing('first.webp')).catch(() => undefined)
    const leaving = new AbortController()
    const second = decoder.run('any', photo(), leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await first
    expect(decoder.begun).toBe(1)
  }, 60_000)
})
