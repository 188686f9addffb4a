/** The server could be reached from other machines, which the embedded provider does not serve. */
export class NotOnLoopback extends Error {
  override readonly name = 'NotOnLoopback'
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export const isLoopbackHost = (host: string): boolean => loopbackNames.has(host.toLowerCase())

export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && (/^(::ffff:)?127\./.test(address) || address === '::1')

/** Throws `NotOnLoopback` unless both addresses are on loopback. Called before listening. */
export function requireLoopback(place: { readonly listenHost: string; readonly publicUrl: string }): void {
  const publicHost = new URL(place.publicUrl).hostname
  for (const host of [place.listenHost, publicHost]) {
    if (isLoopbackHost(host)) continue
    throw new NotOnLoopback(
      `The embedded identity provider serves this machine only, but the server is to be reached as "${host}". Set KEYCLOAK_URL, KEYCLOAK_REALM and KEYCLOAK_CLIENT_ID to sign people in with a provider of your own, or listen on localhost.`,
    )
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether a proxy has sent the request on: then it comes from this machine, and whoever asks may be anywhere. */
export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  forwardingHeaders.some((name) => headers[name] !== undefined)

/** The origins of a URL under all names of this machine that a browser may use. */
export function loopbackAliases(url: string): string[] {
  const { protocol, port } = new URL(url)
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
}

/** Whether the Host header names this machine. Any other name is refused, as a defence against DNS rebinding. */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  if (header === undefined) return false
  const host = /^(\[[0-9a-f:]+\]|[^:]+)(?::\d+)?$/i.exec(header)?.[1]
  return host !== undefined && isLoopbackHost(host)
}
