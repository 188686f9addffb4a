import type { RunningServer } from './open-product.ts'

/** A shutdown that takes longer than this is ended by force. */
const maxStopMs = 20_000
/** Ctrl-C reaches a process directly and again through its parent: a second signal within this time is the same one. */
const duplicateSignalMs = 1_000

/** The exit code after a fault that no code has handled; EX_SOFTWARE of sysexits. A signal ends with 0, a failed start with 1. */
export const faultCode = 70

/**
 * Runs the server until it is told to stop: on SIGINT, SIGTERM and SIGHUP, and when a parent that watches it by a channel
 * has gone. Only on SIGTERM is there a load balancer to wait for: the others come from the keyboard or its terminal. A second signal ends the process at once. A rejection or an exception that nobody has handled leaves the
 * process in a state that nobody knows: it is logged whole, calls under way may finish, and the process ends with
 * `faultCode`, for whoever watches it to start a new one.
 */
export async function runServer(
  start: () => Promise<RunningServer>,
  ready: (server: RunningServer) => readonly string[],
): Promise<void> {
  let server: RunningServer | undefined
  let isFaulty = false
  const onFault = (what: string) => (cause: unknown) => {
    if (server === undefined) {
      console.error(what, cause)
      process.exit(faultCode)
    }
    server.log.fatal({ err: cause }, `${what}: this server ends`)
    // Another one while it ends changes nothing.
    if (isFaulty) return
    isFaulty = true
    void endWith(faultCode, server, { isAtOnce: false })
  }
  process.on('unhandledRejection', onFault('a rejection that nobody has handled'))
  process.on('uncaughtException', onFault('an exception that nobody has handled'))
  try {
    server = await start()
    stopOnSignals(server)
    if (process.channel) process.on('disconnect', () => server && void endWith(0, server, { isAtOnce: true }))
    console.log(ready(server).join('\n'))
    process.send?.(readyMessage)
  } catch (error) {
    console.error(startupErrorMessage(error))
    process.exit(1)
  }
}

/** What a server says to the parent that watches it, once it serves. */
export const readyMessage = 'ready'

function stopOnSignals(server: RunningServer): void {
  let signalledAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt > duplicateSignalMs) process.exit(1)
      return
    }
    signalledAt = performance.now()
    console.error(`${signal}: stopping …`)
    void endWith(0, server, { isAtOnce: signal !== 'SIGTERM' })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

async function endWith(code: number, server: RunningServer, how: { readonly isAtOnce: boolean }): Promise<void> {
  setTimeout(() => process.exit(code || 1), maxStopMs).unref()
  await server
    .stop(how)
    .catch((error: unknown) => server.log.error({ err: error }, 'the server did not stop as it should'))
  process.exit(code)
}

/** Errors whose message tells what to do, so that they are shown without a stack trace. */
const errorsWithoutStack = new Set([
  'ConfigError',
  'BackupRefused',
  'DataInUse',
  'MigrationRefused',
  'NotOnLoopback',
  'BuildFailed',
])

/** What to print where the server did not start: a message, or the error itself with its stack trace. */
export function startupErrorMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `\nSomething else listens on port ${error.port}. Stop it, or choose another with PORT.\n`
  }
  return errorsWithoutStack.has(error.name) ? `\n${error.message}\n` : error
}
