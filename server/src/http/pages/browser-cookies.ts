import { browserSessionPath } from '@pim/contract/core/browser-session-path.ts'
import type { FastifyRequest } from 'fastify'

export interface BrowserCookie {
  read(request: FastifyRequest): string | undefined
  /** A line for `set-cookie`; an age of nothing takes the cookie away. */
  line(value: string, maxAgeSeconds?: number, path?: string): string
}

/**
 * A cookie that only the server reads and writes. With this prefix of its name browsers take it from answers alone: no script can plant
 * one, on any path or for any part of the host. The port is in the name, as browsers share the cookies of a host between its ports.
 * It is for https and for the names of this machine, as are sign-ins.
 */
function browserCookie(purpose: string, port: string): BrowserCookie {
  const name = `__Http-pim-${purpose}-${port}`
  return {
    read({ headers }) {
      const values = (headers.cookie ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
      // Two of one name: the other one comes from somewhere else.
      return values.length === 1 ? values[0] : undefined
    },
    line: (value, maxAgeSeconds, path = browserSessionPath) =>
      [
        `${name}=${value}`,
        `Path=${path}`,
        ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${Math.floor(maxAgeSeconds)}`]),
        'Secure',
        'HttpOnly',
        'SameSite=Strict',
      ].join('; '),
  }
}

export interface BrowserCookies {
  /** Holds the session at the identity provider, sealed. */
  readonly session: BrowserCookie
  /** Whose key stands in the worker's script. */
  readonly worker: BrowserCookie
  /** That this browser has just come back from the provider. */
  readonly arrival: BrowserCookie
}

export function browserCookies(publicUrl: URL): BrowserCookies {
  const port = publicUrl.port || (publicUrl.protocol === 'https:' ? '443' : '80')
  return {
    session: browserCookie('session', port),
    worker: browserCookie('worker', port),
    arrival: browserCookie('arrival', port),
  }
}
