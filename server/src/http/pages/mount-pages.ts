import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { workerKeyPlaceholder } from '@pim/contract/core/browser-session-path.ts'
import { landingPath } from '@pim/contract/core/landing-path.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sections } from '../../platform/sections/index.ts'
import { matchesEtag, strongEtag } from '../http-response.ts'
import { apiHeaders } from '../security-headers.ts'
import { accepts, encodedResponse } from '../shared-answer.ts'
import { type Asset, chooseEncoding, immutable } from './assets.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import { BuildFolder } from './build-folder.ts'
import {
  dataSources,
  type IdentityAddress,
  landingPolicy,
  type PagePolicySources,
  pagePolicy,
  permissionsPolicy,
  reportingEndpoints,
  sessionWorkerPath,
  sessionWorkerPolicy,
  signInPath,
} from './page-policy.ts'
import { mountPolicyViolations, type PolicyViolation } from './policy-violations.ts'
import type { createReleaseAssets } from './release-assets.ts'

export interface PagesOptions {
  /** The folder that holds the shell's build. */
  readonly hostFolder: string
  readonly sections: Sections
  /** The files of releases. */
  readonly releases: ReturnType<typeof createReleaseAssets>
  /** Origins under which people may open the page; the first is the public URL's. */
  readonly ownOrigins: readonly [string, ...string[]]
  readonly identity: IdentityAddress | undefined
  readonly remoteFolders: readonly string[]
  /** What the call of the settings answers, as JSON: every page has it, so no page asks for it. */
  readonly settings: string
  readonly cookies: BrowserCookies
  /** The key of a worker, for the browser with this cookie. */
  readonly workerKey: (browser: string) => Promise<string>
  /** Whether the provider itself has sent the browser to the landing page, in a window that nobody else has a hold of. */
  readonly isReturn: (request: FastifyRequest, query: string | undefined) => boolean
  readonly onViolation: (violation: PolicyViolation) => void
  readonly now?: () => number
}

/** The placeholder in index.html that each response's nonce replaces. */
const noncePlaceholder = '__CSP_NONCE__'
const settingsPlaceholder = 'id="settings">null<'
const arrivalPlaceholder = 'name="arrival" content=""'
const dataSourcesPlaceholder = 'name="data-sources" content=""'

/** Paths of API calls and files, which get 404 where nothing is there. Every other path is a screen of the shell. */
const notAScreen = /^\/(?:api|assets|remotes|realms)(?:\/|$)|\.[^/]*$/

/** A file of a release: the id of the release before its path. */
const inRelease = /^([0-9a-f]{64})\/(.+)$/

/** Serves the builds of the shell and the sections from memory. */
export function mountPages(app: FastifyInstance, options: PagesOptions): void {
  const host = new BuildFolder(options.hostFolder, 'index.html', options.now)
  const builds = new Map<string, BuildFolder>()
  const sendPage = pageSender(options)
  const workerPolicy = byHost(options, sessionWorkerPolicy)
  mountPolicyViolations(app, options.onViolation)

  async function sectionAsset(name: string, path: string): Promise<Asset | undefined> {
    const [, release, file] = inRelease.exec(path) ?? []
    if (release !== undefined && file !== undefined) return await options.releases.find(name, release, file)
    const folder = (await options.sections()).find((section) => section.name === name)?.distFolder
    if (folder === undefined) return undefined
    let build = builds.get(folder)
    if (build === undefined) {
      build = new BuildFolder(folder, 'mf-manifest.json', options.now)
      builds.set(folder, build)
    }
    return build.find(path)
  }

  app.get<{ Params: { name: string; '*': string } }>(
    '/remotes/:name/*',
    { config: { openRoute: 'sections' } },
    async (request, reply) => {
      const asset = await sectionAsset(request.params.name, request.params['*'])
      if (asset === undefined) reply.callNotFound()
      else sendAsset(request, reply, asset)
      return reply
    },
  )

  app.get('/*', { config: { openRoute: 'pages' } }, (request, reply) => {
    const path = pathOf(request)
    const index = host.find('index.html')
    const asset = path === '/index.html' ? undefined : host.find(path.slice(1))
    if (path === sessionWorkerPath && asset !== undefined) {
      reply.header('content-security-policy', workerPolicy(request))
      return sendWorker(request, reply, asset, options)
    }
    const query = request.raw.url?.slice(path.length + 1) || undefined
    const isReturn = path === landingPath && options.isReturn(request, query)
    // The address of a page must never have a code in its query: scripts read it there after it is cleaned, too. The provider
    // is asked to put it into the fragment, which no server sees; whoever asks for the query gets nothing.
    if (path === landingPath && request.raw.url !== landingPath && !isReturn) return reply.redirect(landingPath, 303)
    if (asset !== undefined) sendAsset(request, reply, isAskedByVersion(request, asset) ? forEver(asset) : asset)
    else if (index !== undefined && !notAScreen.test(path) && wantsHtml(request))
      sendPage(request, reply, index, host.find(signInPath.slice(1)), isReturn)
    else reply.callNotFound()
    return reply
  })
}

/** Of its bytes, for a query: the file itself has no hash in its name. */
const versionOf = ({ plain }: Asset): string => plain.etag.replaceAll('"', '')

const isAskedByVersion = (request: FastifyRequest, asset: Asset): boolean =>
  request.raw.url?.endsWith(`?${versionOf(asset)}`) === true

const forEver = (asset: Asset): Asset => ({ ...asset, cacheControl: immutable })

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  return accept === '' || accept.includes('text/html') || accept.includes('*/*')
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): void {
  const { encoding, ...bytes } = chooseEncoding(asset, request.headers['accept-encoding'])
  const caching = { 'content-type': asset.type, 'cache-control': asset.cacheControl }
  const { status, headers, body } = encodedResponse(request.headers, bytes, encoding, caching)
  // In the sandbox of its policy a file has no origin: who opens it in a window reads nothing there. Files are many and short.
  if (reply.getHeader('content-security-policy') === apiHeaders['content-security-policy'])
    reply.removeHeader('cross-origin-opener-policy')
  // HTTP/1.1 keeps a connection without a header that says so; one that is to end says that in its header.
  if (reply.raw.shouldKeepAlive) reply.raw.removeHeader('connection')
  reply.code(status).headers(headers).send(body)
}

/** The same browser has one for all its tabs. */
const workerCookieSeconds = 30 * 24 * 3_600

/**
 * Sends the script of the worker, with a key in it where a browser is going to run it as one: no page reads that. The key holds
 * together with a cookie, so one that was fetched elsewhere is worth nothing in this browser.
 */
async function sendWorker(
  request: FastifyRequest,
  reply: FastifyReply,
  script: Asset,
  { cookies, workerKey }: PagesOptions,
): Promise<FastifyReply> {
  let key = ''
  if (request.headers['sec-fetch-dest'] === 'worker') {
    const browser = cookies.worker.read(request) ?? randomBytes(16).toString('base64url')
    // The cookie is read where the script is asked for, and where the worker asks.
    const lines = [sessionWorkerPath, undefined].map((path) => cookies.worker.line(browser, workerCookieSeconds, path))
    // Without a database no session is renewed; the page signs in anew.
    key = await workerKey(browser).catch(() => '')
    reply.header('set-cookie', lines)
  }
  const text = script.plain.bytes.toString('utf8').replaceAll(workerKeyPlaceholder, key)
  // Kept nowhere: from a cache a page would read it.
  reply.header('content-type', script.type).header('cache-control', 'no-store')
  return sendCompressed(request, reply, text)
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  reply.header('vary', 'accept-encoding')
  if (!accepts(request.headers['accept-encoding'], 'br')) return reply.send(text)
  return reply.header('content-encoding', 'br').send(compressed(text))
}

/** Seconds in which the page of a sign-in hands its session over. */
const arrivalSeconds = 120

/** Six kilobytes in a fifth of a millisecond; a page with a nonce cannot be kept compressed. */
const compressed = (page: string): Buffer =>
  brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })

/** What holds for the origin that a request came to, and for the public one where it is none of ours. */
function byHost<T>(options: PagesOptions, make: (sources: PagePolicySources) => T): (request: FastifyRequest) => T {
  const made = new Map(
    options.ownOrigins.map((ownOrigin) => [new URL(ownOrigin).host, make({ ...options, ownOrigin })]),
  )
  const ofPublic = make({ ...options, ownOrigin: options.ownOrigins[0] })
  return ({ host }) => made.get(host) ?? ofPublic
}

function pageSender(options: PagesOptions) {
  const policies = byHost(options, pagePolicy)
  const landingPolicies = byHost(options, landingPolicy)
  const sourcesOfData = byHost(options, dataSources)
  // In a script element nothing but its end means anything to a browser.
  const settings = options.settings.replaceAll('<', '\\u003c')

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    index: Asset,
    signIn: Asset | undefined,
    isReturn: boolean,
  ): void => {
    // The page is loaded twice in each sign-in. With its version in the address, its first script is asked for once.
    const template = index.plain.bytes
      .toString('utf8')
      .replace(`"${signInPath}"`, signIn ? `"${signInPath}?${versionOf(signIn)}"` : '$&')
      .replace(settingsPlaceholder, () => `id="settings">${settings}<`)
      .replace(dataSourcesPlaceholder, () => `name="data-sources" content="${sourcesOfData(request).join(' ')}"`)
    const policy = (pathOf(request) === landingPath ? landingPolicies : policies)(request)
    // The ETag covers the page without its nonce: on 304 the browser reuses its page together with the policy that came
    // with it. The policy is part of it, so that a page from before a change of the settings is loaded again. `private`,
    // because a shared cache would give one nonce to several people.
    const etag = strongEtag(template + policy('') + accepts(request.headers['accept-encoding'], 'br'))
    reply.header('cache-control', isReturn ? 'no-store' : 'private, no-cache').header('vary', 'accept-encoding')
    // The API's other security headers hold for a page as well; only the policies differ. Also on 304, whose headers the browser
    // takes for those of the page that it has.
    reply.removeHeader('content-security-policy').header('cross-origin-opener-policy', 'same-origin')
    if (!isReturn) reply.header('etag', etag)
    if (!isReturn && matchesEtag(request.headers['if-none-match'], etag)) {
      reply.code(304).send()
      return
    }
    const nonce = randomBytes(18).toString('base64')
    reply
      .header('content-type', index.type)
      .header('content-security-policy', policy(nonce))
      .header('reporting-endpoints', reportingEndpoints)
      .header('permissions-policy', permissionsPolicy)
    let page = template.replaceAll(noncePlaceholder, nonce)
    if (isReturn) {
      const arrival = randomBytes(18).toString('base64url')
      page = page.replace(arrivalPlaceholder, `name="arrival" content="${arrival}"`)
      reply.header('set-cookie', options.cookies.arrival.line(arrival, arrivalSeconds))
    }
    sendCompressed(request, reply, page)
  }
}
