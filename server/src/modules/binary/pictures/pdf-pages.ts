import { readFile, stat } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { NoPicture } from './messages.ts'

/** Larger documents are not opened: the whole file lies in memory, twice. */
const maxBytes = 200_000_000

/** The library is four megabytes of WebAssembly: opened for the first document. */
let library: Promise<PDFiumLibrary> | undefined

/** Opens a PDF for as long as it is used. */
export async function withPdf<T>(path: string, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  const { size } = await stat(path)
  if (size > maxBytes) throw new NoPicture({ reason: 'cost', message: `${size} bytes` })
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(await readFile(path)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    throw new NoPicture({ reason: /password|security/i.test(message) ? 'locked' : 'damaged', message })
  })
  try {
    return await use(document)
  } finally {
    document.destroy()
  }
}

/** A page as a picture that just fits the size, on white as paper is. The first page is 1. */
export async function drawPage(
  document: PDFiumDocument,
  pageNumber: number,
  fits: { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const page = document.getPage(pageNumber - 1)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('a page without a size')
  const scale = Math.min(fits.width / originalWidth, fits.height / originalHeight)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const size = { width: side(originalWidth), height: side(originalHeight) }
  const { data, width, height } = await page.render({ ...size, scale: 1 })
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}
