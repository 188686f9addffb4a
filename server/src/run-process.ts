/** A shutdown that takes longer than this is ended by force. */
const maxStopMs = 20_000
/** Ctrl-C reaches a process directly and again through its parent: a second signal within this time is the same one. */
const duplicateSignalMs = 1_000

/** Stops the server on SIGINT, SIGTERM and SIGHUP; a second signal ends the process at once. */
export function stopOnSignals(server: { stop(): Promise<void> }, log: (line: string) => void): void {
  let signalledAt: number | undefined
  const onSignal = async (signal: NodeJS.Signals) => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt > duplicateSignalMs) process.exit(1)
      return
    }
    signalledAt = performance.now()
    log(`${signal}: stopping …`)
    setTimeout(() => process.exit(1), maxStopMs).unref()
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

/** Errors whose message tells what to do, so that they are shown without a stack trace. */
const errorsWithoutStack = new Set(['ConfigError', 'DataInUse', 'MigrationRefused', 'NotOnLoopback', 'BuildFailed'])

/** What to print where the server did not start: a message, or the error itself with its stack trace. */
export function startupErrorMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `\nSomething else listens on port ${error.port}. Stop it, or choose another with PORT.\n`
  }
  return errorsWithoutStack.has(error.name) ? `\n${error.message}\n` : error
}
