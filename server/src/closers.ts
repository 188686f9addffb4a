import type { Logger } from 'pino'

/** Resources to close, in the order in which they were opened. */
export type Closers = { readonly name: string; close(): unknown }[]

/** Closes all, the last opened first. An error is logged, and the others are closed as well. */
export async function closeAll(opened: Closers, log: Logger): Promise<void> {
  for (const { name, close } of opened.reverse()) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, `closing: ${name}`)
    }
  }
}
