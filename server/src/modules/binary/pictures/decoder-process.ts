// Runs in a process of its own, so that a malicious picture can crash this process and not the server.
import sharp from 'sharp'
import { maxPixels } from '../limits.ts'
import type { PictureReply, PictureRequest, PictureResult, PictureTask } from './messages.ts'

sharp.cache(false)
sharp.concurrency(1)

const open = (path: string) => sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })

async function work(task: PictureTask): Promise<PictureResult> {
  if (task.kind === 'probe') {
    const { width, height, autoOrient } = await open(task.input).metadata()
    // `stats` decodes all pixels: a truncated file has a valid header, so `metadata` alone would accept it.
    await open(task.input).stats()
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height }
  }
  const { width, height, fit } = task.size
  return await open(task.input)
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 80, effort: 3 })
    .toFile(task.output)
}

function reply(message: PictureReply): void {
  process.send?.(message)
}

process.on('message', ({ taskId, task }: PictureRequest) => {
  work(task).then(
    ({ width, height }) => reply({ taskId, result: { width, height } }),
    (error: unknown) => reply({ taskId, error: error instanceof Error ? error.message : String(error) }),
  )
})
// The channel closes when the server ends.
process.on('disconnect', () => process.exit(0))
