import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

export interface LogSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** `json` for log collectors, `pretty` for a terminal. */
  readonly format: 'json' | 'pretty'
}

/** Members of logged objects that hold secrets; redacted at the first three levels. */
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
 * Logs only type, message, code, stack and cause of an error, because drivers attach whole connections to theirs.
 * Passwords in connection strings are hidden, because messages quote those.
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
