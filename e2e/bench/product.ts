import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { landingPath } from '@pim/contract/core/landing-path.ts'

const root = join(import.meta.dirname, '../..')
const upWithinMs = 300_000

export interface Product {
  readonly origin: string
  /** From the command to the answer that was waited for. */
  readonly readyMs: number
  stop(): Promise<void>
  /** As when the power goes: the server and its database end at once, in the midst of whatever they do. */
  kill(): Promise<void>
}

/** The product as its README starts it; it is up when its sign-in page has a form to fill in. */
export async function startProduct(port: number, dataFolder: string): Promise<Product> {
  const origin = `http://localhost:${port}`
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PIM_DATA_DIR: dataFolder,
      PIM_LOG_LEVEL: 'warn',
      PIM_RATE_LIMIT: '0',
      PIM_DRAIN_MS: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const stop = () => end(child)
  try {
    await signInForm(origin, child, () => said)
    return { origin, readyMs: performance.now() - started, stop, kill: () => kill(child, dataFolder) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

async function kill(child: ChildProcess, dataFolder: string): Promise<void> {
  const closed = once(child, 'close')
  const [server] = (await readFile(join(dataFolder, 'server.pid'), 'utf8')).split('\n')
  // First what would start the server again.
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(server)], { encoding: 'utf8' })
  process.kill(Number(parent), 'SIGKILL')
  for (const file of ['postgres/postmaster.pid', 'server.pid']) {
    const [pid] = (await readFile(join(dataFolder, file), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }
  await closed
}

/** Follows the way of a browser that is not signed in, as far as the form. */
async function signInForm(origin: string, child: ChildProcess, said: () => string): Promise<void> {
  const query = new URLSearchParams({
    client_id: 'pim',
    redirect_uri: `${origin}${landingPath}`,
    response_type: 'code',
    scope: 'openid profile email tenant',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'bench',
    nonce: 'bench',
  })
  for (const until = performance.now() + upWithinMs; performance.now() < until; await wait(10)) {
    if (child.exitCode !== null) break
    const answer = await followed(`${origin}/realms/pim/protocol/openid-connect/auth?${query}`)
    if (answer?.includes('name="username"')) return
  }
  throw new Error(`the product did not start:\n${said()}`)
}

/** The page at the end of the redirects, with the cookies that were set on the way. Undefined while nobody listens. */
async function followed(address: string): Promise<string | undefined> {
  const cookies = new Map<string, string>()
  let url = address
  for (let hops = 0; hops < 5; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' }).catch(() => undefined)
    if (!response) return undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) return response.ok ? response.text() : undefined
    url = new URL(location, url).href
  }
  return undefined
}
