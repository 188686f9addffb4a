/** The script of the worker that keeps the tokens of the session and sends the user's calls. */
export const sessionWorkerPath = '/session-worker.js'
/** The first script of the page, which signs in. */
const signInPath = '/sign-in.js'

/** The origins that the page may load code and data from, all of them from the server's settings. */
export interface PagePolicySources {
  /** Origins under which the page itself is reached. */
  readonly ownOrigin: string
  readonly identityOrigin: string | undefined
  readonly remoteOrigins: readonly string[]
}

/**
 * The Content-Security-Policy of the page, for a nonce. Scripts are allowed by path and not by `'self'`, because
 * uploads are served from this origin too and must never run. Styles that MUI writes carry the nonce of the response.
 */
export function pagePolicy({ ownOrigin, identityOrigin, remoteOrigins }: PagePolicySources): (nonce: string) => string {
  const code = [`${ownOrigin}/assets/`, `${ownOrigin}/remotes/`, ...remoteOrigins.map((origin) => `${origin}/`)]
  const others = remoteOrigins.map((origin) => `${origin}/`)
  const directives = (nonce: string): readonly (readonly [string, ...string[]])[] => [
    ['default-src', "'none'"],
    ['script-src', ...code, ownOrigin + signInPath],
    ['style-src', ...code, `'nonce-${nonce}'`],
    // React sets styles through the DOM, which this allows; style attributes in HTML text have no effect.
    ['style-src-attr', "'none'"],
    ['connect-src', "'self'", ...(identityOrigin === undefined ? [] : [identityOrigin]), ...others],
    ['img-src', "'self'", 'blob:', ...others],
    ['media-src', "'self'", 'blob:'],
    ['font-src', ...code],
    ['worker-src', ...code, ownOrigin + sessionWorkerPath],
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

/**
 * The Content-Security-Policy of the worker's script, which holds in the worker in place of the page's. It loads nothing,
 * and talks to the API and to the identity provider.
 */
export const sessionWorkerPolicy = (identityOrigin: string | undefined): string =>
  `default-src 'none'; connect-src 'self'${identityOrigin === undefined ? '' : ` ${identityOrigin}`}; frame-ancestors 'none'`

/** The Permissions-Policy: the product needs none of these browser features, so injected code gets none either. */
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
