import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Picture } from './compose.ts'

const program = fileURLToPath(new URL('./render.ts', import.meta.url))

/** Draws one after the other and hands over each file as soon as it is there. */
export async function* draw(
  pictures: readonly Picture[],
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly index: number; readonly file: string }> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], signal })
  const failed = once(child, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  try {
    for (const [index, picture] of pictures.entries()) {
      child.stdin.write(`${JSON.stringify({ file: join(folder, `${index}.jpg`), picture })}\n`)
    }
    child.stdin.end()
    let index = 0
    for await (const file of createInterface({ input: child.stdout })) {
      yield { index, file }
      index += 1
    }
    if (index < pictures.length) await Promise.race([failed, Promise.reject(new Error('a picture was not drawn'))])
  } finally {
    child.kill()
  }
}
