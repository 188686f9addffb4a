/** A server that does not end by itself is ended: whoever waits for it would only kill it less kindly. */
const stopWithinMs = 20_000
/** Ctrl-C in a terminal reaches a process by itself and by way of the one that started it: that is one wish. */
const sameWishMs = 1_000

/** Ctrl-C, a supervisor's TERM and a closed terminal end it in good order; a second one ends it now. */
export function stopOnSignals(server: { stop(): Promise<void> }, log: (line: string) => void): void {
  let askedAt: number | undefined
  const onSignal = async (signal: NodeJS.Signals) => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > sameWishMs) process.exit(1)
      return
    }
    askedAt = performance.now()
    log(`${signal}: stopping …`)
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

/** Errors whose message tells whoever starts the server what to do; of anything else the stack is wanted. */
const saysAll = new Set(['ConfigError', 'DataInUse', 'MigrationRefused', 'NotOnLoopback', 'BuildFailed'])

export function whyNotStarted(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `\nSomething else listens on port ${error.port}. Stop it, or choose another with PORT.\n`
  }
  return saysAll.has(error.name) ? `\n${error.message}\n` : error
}
