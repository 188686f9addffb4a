// Runs in a process of its own: a picture made to break a decoder takes this process with it and not the server.
import sharp from 'sharp'
import { maxPixels } from '../limits.ts'
import type { PictureReply, PictureRequest, PictureResult, PictureTask } from './messages.ts'

sharp.cache(false)
sharp.concurrency(1)

const open = (path: string) => sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })

async function work(task: PictureTask): Promise<PictureResult> {
  if (task.kind === 'probe') {
    const { width, height, autoOrient } = await open(task.input).metadata()
    // A header alone proves nothing: a truncated body is found only by reading it.
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
// The server going away closes the channel; nothing is left to work for then.
process.on('disconnect', () => process.exit(0))
