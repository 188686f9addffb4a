/**
 * API responses are data: even where a browser opens one as a page, nothing in it may run or be framed, and whoever has opened
 * it has no hold of it.
 */
export const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'noopener-allow-popups',
} as const

/** HSTS for two years, as the preload list asks; only sent where the public URL is https. */
const transportSecurity = 'max-age=63072000; includeSubDomains'

/** The headers of every response. */
export function baseResponseHeaders(publicUrl: URL | undefined): Readonly<Record<string, string>> {
  return publicUrl?.protocol === 'https:'
    ? { ...apiHeaders, 'strict-transport-security': transportSecurity }
    : { ...apiHeaders }
}
