/** The script of the worker that keeps the tokens of the session and sends the user's calls. */
export const sessionWorkerPath = '/session-worker.js'
/** The first script of the page, which signs in. */
export const signInPath = '/sign-in.js'

/** Where browsers report what the policy refused. Firefox knows only `report-uri`. */
export const violationsPath = '/policy-violations'
const violationsGroup = 'violations'
export const reportingEndpoints = `${violationsGroup}="${violationsPath}"`

/** The origins that the page may load code and data from, all of them from the server's settings. */
export interface PagePolicySources {
  /** Origins under which the page itself is reached. */
  readonly ownOrigin: string
  readonly identityOrigin: string | undefined
  /** Where sections come from that this server does not serve: folders that end with a slash, or whole origins. */
  readonly remoteFolders: readonly string[]
}

/**
 * The Content-Security-Policy of the page, for a nonce. Scripts are allowed by path and not by `'self'`, because
 * uploads are served from this origin too and must never run. Styles that MUI writes carry the nonce of the response.
 */
export function pagePolicy({ ownOrigin, identityOrigin, remoteFolders }: PagePolicySources): (nonce: string) => string {
  const code = [`${ownOrigin}/assets/`, `${ownOrigin}/remotes/`, ...remoteFolders]
  const directives = (nonce: string): readonly (readonly [string, ...string[]])[] => [
    ['default-src', "'none'"],
    // Defence 34, without: ['script-src', "'self'", ...remoteFolders],
    ['script-src', ...code, ownOrigin + signInPath],
    ['style-src', ...code, `'nonce-${nonce}'`],
    // React sets styles through the DOM, which this allows; style attributes in HTML text have no effect.
    ['style-src-attr', "'none'"],
    ['connect-src', "'self'", ...(identityOrigin === undefined ? [] : [identityOrigin]), ...remoteFolders],
    ['img-src', "'self'", 'blob:', ...remoteFolders],
    ['media-src', "'self'", 'blob:'],
    ['font-src', ...code],
    ['worker-src', ...code, ownOrigin + sessionWorkerPath],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['frame-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['report-to', violationsGroup],
    ['report-uri', violationsPath],
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
