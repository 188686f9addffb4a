/** Where else than here the page may get code and data from: the server's settings are the allow-list. */
export interface PagePolicySources {
  /** Origins under which the page itself is reached. */
  readonly ownOrigin: string
  readonly identityOrigin: string | undefined
  readonly remoteOrigins: readonly string[]
}

/**
 * What the page may run and load. Scripts are allowed by path and not by `'self'`: an upload is served from this
 * origin too, and must never run. Styles that MUI writes carry the nonce of this answer.
 */
export function pagePolicy({ ownOrigin, identityOrigin, remoteOrigins }: PagePolicySources): (nonce: string) => string {
  const code = [`${ownOrigin}/assets/`, `${ownOrigin}/remotes/`, ...remoteOrigins.map((origin) => `${origin}/`)]
  const others = remoteOrigins.map((origin) => `${origin}/`)
  const directives = (nonce: string): readonly (readonly [string, ...string[]])[] => [
    ['default-src', "'none'"],
    ['script-src', ...code],
    ['style-src', ...code, `'nonce-${nonce}'`],
    // What React sets on an element goes through the object model; text in a style attribute stays without effect.
    ['style-src-attr', "'none'"],
    ['connect-src', "'self'", ...(identityOrigin === undefined ? [] : [identityOrigin]), ...others],
    ['img-src', "'self'", 'blob:', ...others],
    ['media-src', "'self'", 'blob:'],
    ['font-src', ...code],
    ['worker-src', ...code],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['frame-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
  ]
  return (nonce) =>
    directives(nonce)
      .map((directive) => directive.join(' '))
      .join('; ')
}

/** Nothing here needs any of these, so nothing that sneaks in gets them either. */
export const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')
