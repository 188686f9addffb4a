import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request as requestHttp, type Server, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { extname, join, normalize } from 'node:path'
import { withDevelopmentServer } from './frame-policy.ts'

export interface FrameOptions {
  /** Where the frame listens, on localhost. */
  readonly port: number
  /** The installation that answers all calls. */
  readonly against: URL
  readonly section: { readonly name: string /** The development server of the section. */; readonly origin: string }
  /** A build of the shell; left out: the page of the installation. */
  readonly shellFolder?: string | undefined
}

type Json = Record<string, unknown>
/** What the frame changes in an answer of the installation. */
type Change = (answer: unknown, url: URL) => Promise<unknown>

/** Answered by the installation, or 404; every other path is a screen. */
const notAScreen = /^\/(?:api|assets|remotes|realms)(?:\/|$)|\.[^/]*$/
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}
/** Headers of one connection, and what no longer fits an answer that was changed. */
const dropped = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'etag'])

/**
 * Serves the product with one section, which comes from its development server: the shell, the sign-in, the tenants and
 * the API are those of the installation.
 */
export async function openFrame(options: FrameOptions): Promise<Server> {
  const { section, against } = options
  const changes: Readonly<Record<string, Change>> = {
    // Only this section, as it is now.
    '/api/client-configuration': async (answer) => {
      const half = (await readJson(`${section.origin}/remote.json`)) as Json
      const { name: _name, ...known } = half
      const manifestUrl = `${section.origin}/mf-manifest.json`
      return { ...(answer as Json), remotes: { [section.name]: { ...known, manifestUrl } } }
    },
    // A canary or a pin of a tenant would count before it.
    '/api/tenants/all': async (answer) => (answer as Json[]).map(({ remotes: _remotes, ...tenant }) => tenant),
    '/api/resources/all': async (answer, url) => {
      const strings = (await readJson(`${section.origin}/strings.json`)) as Record<string, Json>
      return withStrings(answer as Bundle[], strings, url.searchParams.get('languageCode'))
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://localhost:${options.port}`)
    const change = request.method === 'GET' ? changes[url.pathname] : undefined
    const work = change
      ? sendChanged(against, request, response, (answer) => change(answer, url))
      : options.shellFolder === undefined || /^\/(?:api|realms)\//.test(url.pathname)
        ? forward(options, request, response)
        : sendFile(options.shellFolder, url.pathname, response)
    work.catch((cause: unknown) => {
      console.error(`${request.method} ${url.pathname}: ${cause instanceof Error ? cause.message : cause}`)
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`${against.origin} cannot be reached.`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, 'localhost', resolve)
  })
  return server
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

interface Bundle {
  readonly languageCode: string
  readonly namespace: string
  readonly entries: Json
}

/** The strings of the section over those of the installation, which may have an earlier release of it or none. */
function withStrings(bundles: readonly Bundle[], strings: Record<string, Json>, asked: string | null): Bundle[] {
  const languages = new Set([...bundles.map(({ languageCode }) => languageCode), ...Object.keys(strings)])
  return [...languages]
    .filter((language) => asked === null || language === asked)
    .map((languageCode) => {
      const bundle = bundles.find((each) => each.languageCode === languageCode)
      return { languageCode, namespace: 'pim', entries: { ...bundle?.entries, ...strings[languageCode] } }
    })
}

/** Asks the installation as the page asked the frame. */
function ask(against: URL, request: IncomingMessage, headers: IncomingMessage['headers']): Promise<IncomingMessage> {
  const send = against.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = send(
      new URL(request.url ?? '/', against),
      { method: request.method, headers: { ...headers, host: against.host } },
      resolve,
    )
    asked.on('error', reject)
    request.on('error', reject)
    request.pipe(asked)
  })
}

async function sendChanged(
  against: URL,
  request: IncomingMessage,
  response: ServerResponse,
  change: (answer: unknown) => Promise<unknown>,
): Promise<void> {
  // Neither compressed nor "not modified": the answer is read here.
  const { 'accept-encoding': _encoding, 'if-none-match': _etag, ...headers } = request.headers
  const answer = await ask(against, request, headers)
  const body = await textOf(answer)
  const status = answer.statusCode ?? 502
  response.writeHead(status, { ...headersOf(answer), 'cache-control': 'no-store' })
  response.end(status === 200 ? JSON.stringify(await change(JSON.parse(body))) : body)
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

/** The page is not narrowed to what its installation allows: the code of the section comes from its development server. */
async function forward(options: FrameOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { against, section } = options
  const { 'accept-encoding': _encoding, ...asked } = request.headers
  const isPage = request.headers.accept?.includes('text/html') === true
  const answer = await ask(against, request, isPage ? asked : request.headers)
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _transfer,
    ...headers
  } = answer.headers
  const policy = headers['content-security-policy']
  if (typeof policy === 'string') {
    const frame = `http://localhost:${options.port}`
    headers['content-security-policy'] = withDevelopmentServer(policy, against.origin, [frame, section.origin])
  }
  answer.on('error', () => response.destroy())
  if (!isPage) {
    response.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(response)
    return
  }
  const { 'content-length': _length, ...headersOfPage } = headers
  const page = (await textOf(answer)).replace(/(name="data-sources" content=")[^"]*/, '$1')
  response.writeHead(answer.statusCode ?? 502, headersOfPage).end(page)
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const file = join(folder, normalize(decodeURIComponent(path)))
  const isFile = path !== '/' && notAScreen.test(path)
  const found = isFile ? file : join(folder, 'index.html')
  if (!found.startsWith(folder) || !existsSync(found)) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, {
    'content-type': types[extname(found)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
  })
  createReadStream(found).pipe(response)
}
