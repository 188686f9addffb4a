import { browserSessionPath, workerKeyHeader } from '@pim/contract/core/browser-session-path.ts'
import type { AccessToken } from './protocol.ts'
import { providerDeadlineMs, Refused } from './provider-answers.ts'

interface Renewal {
  accessToken: string
  /** Seconds. */
  expiresIn: number
  session: string
}

/** The session that the server holds for this browser, in a cookie that no script reads. */
export interface SessionOfServer {
  /** Lets the server hold the session of a sign-in. `undefined` where it does not. */
  begin: (refreshToken: string, arrival: string) => Promise<AccessToken | undefined>
  /** `undefined` where the server holds none, or meanwhile another one. Throws `Refused` where the provider has ended it. */
  renew: () => Promise<AccessToken | undefined>
  /** False where the server holds none. */
  end: () => Promise<boolean>
}

export function sessionOfServer(workerKey: string): SessionOfServer {
  /** Known from the first answer on: a later sign-in, of somebody else, is another session. */
  let session: string | undefined

  const ask = async (method: 'POST' | 'DELETE', body: object) => {
    const answer = await fetch(browserSessionPath, {
      method,
      mode: 'same-origin',
      headers: { 'content-type': 'application/json', [workerKeyHeader]: workerKey },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(providerDeadlineMs),
    })
    if (answer.status === 401) throw new Refused('The session has ended.')
    // An older browser does not say what the server asks for; a development server knows no such path.
    if (answer.status === 204 || (answer.status >= 400 && answer.status < 500)) return undefined
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
    return answer
  }
  const renewed = async (body: object): Promise<AccessToken | undefined> => {
    const askedAt = Date.now()
    const answer = await ask('POST', body)
    if (answer === undefined) return undefined
    const renewal = (await answer.json()) as Renewal
    session = renewal.session
    return { accessToken: renewal.accessToken, expiresAt: askedAt + renewal.expiresIn * 1000 }
  }

  return {
    begin: (refreshToken, arrival) => renewed({ refreshToken, arrival }),
    renew: () => renewed({ session }),
    end: async () => {
      const answer = await ask('DELETE', { session })
      return answer !== undefined && ((await answer.json()) as { ended: boolean }).ended
    },
  }
}
