import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, strongEtag } from '../answer.ts'
import { type Asset, chooseEncoding, loadAssets } from './assets.ts'
import { pagePolicy, permissionsPolicy } from './page-policy.ts'
import { remotePrefix, type Section } from './sections.ts'

export interface PagesOptions {
  /** The folder that holds the shell's build. */
  readonly hostFolder: string
  readonly sections: readonly Section[]
  /** Origins under which people may open the page; the first is the one that is announced. */
  readonly ownOrigins: readonly [string, ...string[]]
  readonly identityOrigin: string | undefined
  readonly remoteOrigins: readonly string[]
}

/** In index.html, where the answer's own nonce goes. */
const nonceMark = '__CSP_NONCE__'

/** Addresses of things, which exist or do not; everything else without an extension is a screen of the shell. */
const neverAPage = /^\/(?:api|assets|remotes|realms)(?:\/|$)|\.[^/]*$/

/** The shell and the sections out of memory, as the build left them. */
export function mountPages(app: FastifyInstance, options: PagesOptions): void {
  const assets = loadAssets(options.hostFolder, '/')
  const index = assets.get('/index.html')
  assets.delete('/index.html')
  for (const section of options.sections) {
    for (const [path, asset] of loadAssets(section.folder, remotePrefix(section.name))) assets.set(path, asset)
  }
  const sendPage = index && pageSender(index, options)

  app.get('/*', { config: { openRoute: 'pages' } }, (request, reply) => {
    const path = pathOf(request)
    const asset = assets.get(path)
    if (asset !== undefined) sendAsset(request, reply, asset)
    else if (sendPage !== undefined && !neverAPage.test(path) && wantsHtml(request)) sendPage(request, reply)
    else reply.callNotFound()
  })
}

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
  const { bytes, etag, encoding } = chooseEncoding(asset, request.headers['accept-encoding'])
  reply.header('etag', etag).header('cache-control', asset.cacheControl).header('vary', 'accept-encoding')
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return
  }
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  reply.header('content-type', asset.type).send(bytes)
}

function pageSender(index: Asset, options: PagesOptions) {
  const parts = index.plain.bytes.toString('utf8').split(nonceMark)
  // The tag is that of the page without its nonce. A browser that still has it also has the policy it came with, and
  // keeps using both; no shared cache may hold them.
  const etag = strongEtag(index.plain.bytes)
  const policies = new Map(
    options.ownOrigins.map((ownOrigin) => [new URL(ownOrigin).host, pagePolicy({ ...options, ownOrigin })]),
  )
  const announced = pagePolicy({ ...options, ownOrigin: options.ownOrigins[0] })

  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    // The rest of what the API's answers carry holds for a page as well; its policy is its own.
    reply.removeHeader('content-security-policy')
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      reply.code(304).send()
      return
    }
    const nonce = randomBytes(18).toString('base64')
    const policy = policies.get(request.host) ?? announced
    reply
      .header('content-type', index.type)
      .header('content-security-policy', policy(nonce))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', permissionsPolicy)
      .send(parts.join(nonce))
  }
}
