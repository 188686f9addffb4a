/** The address is no reason to hope that nobody else can reach it: only this machine may use the demo's passwords. */
export class NotOnLoopback extends Error {
  override readonly name = 'NotOnLoopback'
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export const isLoopbackHost = (host: string): boolean => loopbackNames.has(host.toLowerCase())

export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && (/^(::ffff:)?127\./.test(address) || address === '::1')

/** Call before listening: the embedded provider never serves a network. */
export function refuseNetwork(place: { readonly listenHost: string; readonly publicUrl: string }): void {
  const publicHost = new URL(place.publicUrl).hostname
  for (const host of [place.listenHost, publicHost]) {
    if (isLoopbackHost(host)) continue
    throw new NotOnLoopback(
      `The embedded identity provider has demo users with known passwords and serves this machine only, but the server is to be reached as "${host}". Set KEYCLOAK_URL, KEYCLOAK_REALM and KEYCLOAK_CLIENT_ID to sign people in with a provider of your own, or listen on localhost.`,
    )
  }
}

/** Every name by which a browser on this machine may have opened the same page. */
export function loopbackAliases(url: string): string[] {
  const { protocol, port } = new URL(url)
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
}

/** The Host header names this machine: a page elsewhere whose name was made to point here cannot ask (DNS rebinding). */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  if (header === undefined) return false
  const host = /^(\[[0-9a-f:]+\]|[^:]+)(?::\d+)?$/i.exec(header)?.[1]
  return host !== undefined && isLoopbackHost(host)
}
