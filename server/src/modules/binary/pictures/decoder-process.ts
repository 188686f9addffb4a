// Runs in a process of its own, so that a malicious picture can crash this process and not the server.
import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { serveTasks } from '../../../platform/worker-process/serve-tasks.ts'
import { maxPixels } from '../limits.ts'
import { maxDrawingBytes, readDrawing } from './drawing.ts'
import { NoPicture, type PictureRefusal, type PictureResult, type PictureTask } from './messages.ts'
import { drawPage, withPdf } from './pdf-pages.ts'

sharp.cache(false)
sharp.concurrency(1)

const drawingType = 'image/svg+xml'
const documentType = 'application/pdf'
/** Of all frames together: what can be drawn in the time that a picture has. */
const maxMovingPixels = 20_000_000
const movingTypes: readonly string[] = ['image/gif', 'image/webp']
/** Of a drawing: enough to see that it can be drawn. */
const lookingSize = { width: 160, height: 160, fit: 'inside' } as const

const work = (task: PictureTask): Promise<PictureResult> => (task.kind === 'look' ? look(task) : render(task))

async function look({ input, mimeType }: PictureTask): Promise<PictureResult> {
  if (mimeType === drawingType) {
    const { image, width, height } = await openDrawing(input, lookingSize)
    await image.stats()
    return { width, height, isDamaged: false }
  }
  if (mimeType === documentType) {
    return await withPdf(input, async (document) => {
      await (await drawPage(document, 1, lookingSize)).stats()
      return { pages: document.getPageCount(), isDamaged: false }
    })
  }
  // Reads the header alone.
  const header = await sharp(input, { limitInputPixels: false }).metadata()
  const { width, height } = header.autoOrient ?? header
  if (width * height > maxPixels) {
    throw new NoPicture({ reason: 'pixels', message: `${width} × ${height} pixels`, width, height })
  }
  // `stats` decodes all pixels: a truncated file has a valid header, so `metadata` alone would accept it.
  const { isDamaged } = await asFarAsPossible(input, (image) => image.stats())
  return { width, height, isDamaged }
}

async function render(task: PictureTask): Promise<PictureResult> {
  if (task.kind !== 'render') throw new TypeError('not a task to render')
  const { input, mimeType, output, size, page } = task
  const write = (image: Sharp) =>
    image
      .resize({ width: size.width, height: size.height, fit: size.fit, withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 80, effort: 3 })
      .toFile(output)
  if (mimeType === drawingType) {
    const { image } = await openDrawing(input, size)
    const { width, height } = await write(image)
    return { width, height, isDamaged: false }
  }
  if (mimeType === documentType) {
    const { width, height } = await withPdf(input, async (document) => write(await drawPage(document, page, size)))
    return { width, height, isDamaged: false }
  }
  const animated = movingTypes.includes(mimeType) && (await isSmallInAllFrames(input))
  const { result, isDamaged } = await asFarAsPossible(
    input,
    (image) => write(animated ? image : image.autoOrient()),
    animated,
  )
  return { width: result.width, height: result.height, isDamaged }
}

/** A moving picture whose frames have too many pixels in all is shown by its first frame. */
async function isSmallInAllFrames(path: string): Promise<boolean> {
  const { pages = 1, width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  return pages > 1 && pages * width * height <= maxMovingPixels
}

/** Where a file is damaged, what can be decoded of it is shown: half a photo tells more than none. */
async function asFarAsPossible<T>(
  path: string,
  use: (image: Sharp) => Promise<T>,
  animated = false,
): Promise<{ result: T; isDamaged: boolean }> {
  const open = (failOn: 'error' | 'none') =>
    sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn, animated })
  try {
    return { result: await use(open('error')), isDamaged: false }
  } catch {
    return { result: await use(open('none')), isDamaged: true }
  }
}

/** The drawing as a picture that just fits the size. */
async function openDrawing(path: string, fits: { readonly width: number; readonly height: number }) {
  const { size: byteSize } = await stat(path)
  if (byteSize > maxDrawingBytes) throw new NoPicture({ reason: 'complexity', message: `${byteSize} bytes` })
  const drawing = readDrawing(await readFile(path, 'utf8'))
  if ('tooComplex' in drawing) throw new NoPicture({ reason: 'complexity', message: drawing.tooComplex })
  const { size } = drawing
  if (size !== undefined) {
    const scale = Math.min(fits.width / size.width, fits.height / size.height)
    const side = (length: number) => Math.max(1, Math.round(length * scale))
    const image = sharp(Buffer.from(drawing.drawnAt(side(size.width), side(size.height))), {
      limitInputPixels: maxPixels,
    })
    return { image, width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
  }
  // Neither a size nor a `viewBox`: as large as what is drawn.
  const text = Buffer.from(drawing.text)
  const { width, height } = await sharp(text, { limitInputPixels: false }).metadata()
  const density = Math.min(10_000, Math.max(1, 72 * Math.min(fits.width / width, fits.height / height)))
  return { image: sharp(text, { density, limitInputPixels: maxPixels }), width, height }
}

serveTasks(
  async function* (task: PictureTask) {
    yield await work(task)
  },
  (error) => {
    if (error instanceof NoPicture) return error.refusal
    const message = error instanceof Error ? error.message : String(error)
    // What the limit of memory refuses comes as an error of whoever asked for it.
    return { reason: /memory|alloc/i.test(message) ? 'cost' : 'damaged', message } satisfies PictureRefusal
  },
)
