import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

export interface LogSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** `json` for machines, `pretty` for whoever started the server in a terminal. */
  readonly format: 'json' | 'pretty'
}

/** Whatever carries a secret, wherever a careless line puts it. */
const secretNames = ['authorization', 'x-api-key', 'cookie', 'set-cookie', 'password', 'token', 'key', 'secret']
const redacted = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  'req.headers["authorization"]',
]

const options: LoggerOptions = {
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: redacted, censor: '[secret]' },
  serializers: { err: withoutSecrets, error: withoutSecrets },
}

/**
 * What an error says of itself, and no more: drivers hang whole connections on theirs, and connection strings are the
 * one secret that messages like to quote.
 */
function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.errWithCause(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const cause = error.cause === undefined ? undefined : withoutSecrets(error.cause)
  return {
    type,
    message: hidePasswords(message),
    ...(code && { code }),
    stack: hidePasswords(stack),
    ...(cause !== undefined && { cause }),
  }
}

export function hidePasswords(text: string): string {
  return text.replace(/(\w+:\/\/[^\s:/@]+):[^\s@/]+@/g, '$1:[secret]@')
}

export function createLogger(settings: LogSettings, destination?: DestinationStream): Logger {
  if (destination !== undefined) return pino({ ...options, level: settings.level }, destination)
  if (settings.format === 'pretty') {
    return pino({
      ...options,
      formatters: {},
      level: settings.level,
      transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
    })
  }
  return pino({ ...options, level: settings.level })
}
