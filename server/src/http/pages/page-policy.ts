import { browserSessionPath } from '@pim/contract/core/browser-session-path.ts'

/** The script of the worker that keeps the tokens of the session and sends the user's calls. */
export const sessionWorkerPath = '/session-worker.js'
/** The first script of the page, which signs in. */
export const signInPath = '/sign-in.js'

/** Where browsers report what the policy refused. Firefox knows only `report-uri`. */
export const violationsPath = '/policy-violations'
const violationsGroup = 'violations'
export const reportingEndpoints = `${violationsGroup}="${violationsPath}"`

/** Where people sign in. */
export interface IdentityAddress {
  readonly keycloakUrl: string
  readonly realm: string
}

/** The addresses that the page may load code and data from, all of them from the server's settings. */
export interface PagePolicySources {
  /** Origins under which the page itself is reached. */
  readonly ownOrigin: string
  readonly identity: IdentityAddress | undefined
  /** Where sections come from that this server does not serve: folders that end with a slash, or whole origins. */
  readonly remoteFolders: readonly string[]
}

/**
 * The Content-Security-Policy of the page, for a nonce. Everything is allowed by path and not by `'self'`: uploads are served
 * from this origin too and must never run, and the embedded identity provider is at this origin too and must never be asked
 * by the code of a section. Styles that MUI writes carry the nonce of the response.
 */
export function pagePolicy(sources: PagePolicySources): (nonce: string) => string {
  return policyWith(sources, dataSources(sources))
}

/**
 * The policy of the page that the identity provider sends the browser back to. It gets the tokens for its code there, and
 * allows itself no more than any other page afterwards, before the code of a section runs.
 */
export function landingPolicy(sources: PagePolicySources): (nonce: string) => string {
  const { identity } = sources
  return policyWith(sources, [...dataSources(sources), ...(identity ? [endpointsOf(identity).token] : [])])
}

/** Addresses that code of the page may ask for data: the API, and the files of sections. */
export const dataSources = ({ ownOrigin, remoteFolders }: PagePolicySources): readonly string[] => [
  `${ownOrigin}/api/`,
  `${ownOrigin}/remotes/`,
  ...remoteFolders,
]

function policyWith(
  { ownOrigin, remoteFolders }: PagePolicySources,
  data: readonly string[],
): (nonce: string) => string {
  const code = [`${ownOrigin}/assets/`, `${ownOrigin}/remotes/`, ...remoteFolders]
  const directives = (nonce: string): readonly (readonly [string, ...string[]])[] => [
    ['default-src', "'none'"],
    // Defence 34, without: ['script-src', "'self'", ...remoteFolders],
    ['script-src', ...code, ownOrigin + signInPath],
    ['style-src', ...code, `'nonce-${nonce}'`],
    // React sets styles through the DOM, which this allows; style attributes in HTML text have no effect.
    ['style-src-attr', "'none'"],
    ['connect-src', ...data],
    ['img-src', ...code, `${ownOrigin}/api/`, `${ownOrigin}/favicon.svg`, 'blob:'],
    ['media-src', `${ownOrigin}/api/`, 'blob:'],
    ['font-src', ...code],
    // No other worker: a service worker would read the address of each page, and the code of a sign-in with it.
    ['worker-src', ownOrigin + sessionWorkerPath],
    ['form-action', "'none'"],
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
 * and talks to the API, to the session that the server holds for the browser, and to those addresses of the identity provider
 * that renew and end a session, whatever it is told by the page: the code of a section may start this worker, too.
 */
export function sessionWorkerPolicy({ ownOrigin, identity }: PagePolicySources): string {
  const endpoints = identity ? Object.values(endpointsOf(identity)) : []
  return [
    "default-src 'none'",
    ['connect-src', `${ownOrigin}/api/`, ownOrigin + browserSessionPath, ...endpoints].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

function endpointsOf({ keycloakUrl, realm }: IdentityAddress) {
  const address = `${keycloakUrl.replace(/\/+$/, '')}/realms/${encodeURIComponent(realm)}`
  return {
    token: `${address}/protocol/openid-connect/token`,
    logout: `${address}/protocol/openid-connect/logout`,
    document: `${address}/.well-known/openid-configuration`,
  }
}

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
