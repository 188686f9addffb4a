import { type DeployedSection, deployedSectionSchema, uploadedReleaseSchema } from '@pim/contract'
import { z } from 'zod'
import { CannotDeploy, type Installation } from './installation.ts'
import { archiveOf } from './release-archive.ts'

/** The variable with the deploy key: an argument or an address would be seen in lists of processes and in logs. */
export const keyVariable = 'PIM_DEPLOY_KEY'

const problemSchema = z.object({ code: z.string(), message: z.string() })

/** An installation that is reached by its address and a deploy key alone. */
export function remoteInstallation(address: string, key: string): Installation {
  const origin = originOf(address)

  const send = async (path: string, init: RequestInit & { readonly headers?: Record<string, string> } = {}) => {
    const response = await fetch(new URL(path, origin), {
      ...init,
      // A redirect could lead the key elsewhere.
      redirect: 'error',
      headers: { ...init.headers, 'x-api-key': key },
    }).catch((cause: unknown) => {
      throw new CannotDeploy(`${origin.origin} does not answer, or leads elsewhere`, { cause })
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusalOf(response.status, body)
    return body
  }
  const json = (path: string, method: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const of = (section: string) => `/api/sections/${encodeURIComponent(section)}`
  const find = async (section: string): Promise<DeployedSection> => deployedSectionSchema.parse(await send(of(section)))
  const promote = (section: string, release: string) => json(`${of(section)}/live`, 'PUT', { release })

  return {
    find,
    promote,
    async deploy(build, aim, isDryRun) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(archiveOf(build, key))]), `${build.section}.tar`)
      const answer = await send(`${of(build.section)}/releases?isCheck=${isDryRun}`, { method: 'POST', body: form })
      const uploaded = uploadedReleaseSchema.parse(answer)
      const { release } = uploaded
      if (isDryRun || aim === 'nobody') return uploaded
      if (aim === 'everybody') await promote(build.section, release)
      else await json(`${of(build.section)}/canary`, 'PUT', { release, ...aim })
      return uploaded
    },
    endCanary: (section) => json(`${of(section)}/canary`, 'DELETE'),
    rollBack: (section, takesSectionAway) =>
      json(`${of(section)}/roll-back`, 'POST', takesSectionAway ? { takesSectionAway } : {}),
    pin: (section, tenant, release) =>
      json(
        `/api/tenants/current/sections/${encodeURIComponent(section)}/pin`,
        release === undefined ? 'DELETE' : 'PUT',
        release === undefined ? undefined : { release },
        { 'x-tenant-id': tenant },
      ),
  }
}

const onThisMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

function originOf(address: string): URL {
  if (!URL.canParse(address)) throw new CannotDeploy(`${address || 'PIM_URL'} is no address: https://pim.example`)
  const url = new URL(address)
  // Defence 339
  if (url.protocol !== 'https:' && !onThisMachine.has(url.hostname))
    throw new CannotDeploy('The address has to begin with https: otherwise the key could be read on the way')
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new CannotDeploy(`The address names the installation alone; the key is in ${keyVariable}`)
  return url
}

function refusalOf(status: number, body: unknown): CannotDeploy {
  const problem = problemSchema.safeParse(body)
  if (!problem.success)
    return new CannotDeploy(`The installation answers ${status}, which no installation of this product does`)
  const { code, message } = problem.data
  if (code === 'UNAUTHENTICATED')
    return new CannotDeploy(
      `The key in ${keyVariable} is unknown, ended or revoked. Ask who runs the installation for another one.`,
    )
  return new CannotDeploy(`${message} (${code})`)
}
