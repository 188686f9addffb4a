import type { Logger } from 'pino'

/** What has been opened so far, in its order. */
export type Closers = { readonly name: string; close(): unknown }[]

/** The last opened first. One that fails to close does not keep the others open. */
export async function closeAll(opened: Closers, log: Logger): Promise<void> {
  for (const { name, close } of opened.reverse()) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, `closing: ${name}`)
    }
  }
}
