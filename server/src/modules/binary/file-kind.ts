import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

const aliases: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
}
const svgStart =
  /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^>[]*(?:\[[^\]]*\]\s*)?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i
const markupStart = /^\s*<(?:!doctype|html|head|body|script|\?xml)/i
const headBytes = 4_100

/**
 * The MIME type of a file, found by its content. The name and the declared type are claims of the uploader: an HTML
 * page called `photo.jpg` would run as a page in the browser that later opens it. Only CSV is told from plain text by
 * its name. Undefined where the type is unknown.
 */
export async function detectMimeType(path: string, fileName: string): Promise<string | undefined> {
  const found = await fileTypeFromFile(path)
  if (found && found.mime !== 'application/xml') return aliases[found.mime] ?? found.mime
  const head = await readHead(path)
  if (head === undefined) return undefined
  if (svgStart.test(head)) return 'image/svg+xml'
  // Defence 34
  if (markupStart.test(head)) return 'text/html'
  return fileName.toLowerCase().endsWith('.csv') ? 'text/csv' : 'text/plain'
}

/** The first bytes of the file as text, or undefined where they are not UTF-8 text. */
async function readHead(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const bytes = buffer.subarray(0, bytesRead)
    if (bytes.includes(0)) return undefined
    // `stream` tolerates a last character that is cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  } finally {
    await file.close()
  }
}
