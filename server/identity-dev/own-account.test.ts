import { describe, expect, it } from '@rstest/core'
import { TokenRefused } from '../src/platform/identity/verify.ts'
import { browserAt, providerForTests, type Tokens } from '../testing/embedded-sign-in.ts'

// It stands still: the first wait is a second long, and comparing passwords takes longer on a slow machine.
let now = Date.now()
const test = providerForTests({ now: () => now })
const long = 'four words and more'

/** A browser with somebody who is signed in, and the page of their account. */
async function at(username: string, password = username) {
  const browser = browserAt(test.provider)
  const tokens = (await (await browser.exchange(await browser.signIn(username, password))).json()) as Tokens
  const url = `${test.provider.realm}/account`
  const open = async (language = 'en-US') => (await browser.request(`${url}?kc_locale=${language}`)).text()
  const token = /name="token" value="([^"]+)"/.exec(await open())?.[1] ?? ''
  return {
    browser,
    tokens,
    token,
    url,
    open,
    send: (fields: Record<string, string>) => browser.request(url, browser.form({ token, ...fields })),
    verify: () => test.provider.identity.verifier.verify(tokens.access_token),
  }
}
const change = (present: string, wanted: string, repeated = wanted) => ({
  form: 'password',
  present,
  new: wanted,
  repeated,
})
/** A change was taken with a redirect that has nothing of what was typed. */
const taken = (response: Response) => [response.status, response.headers.get('location')]
const accepted = (form: string) => [303, `account?kc_locale=en-US&done=${form}`]

describe('the page of one’s own account', () => {
  it('is for who is signed in, in their language, and leads others to the sign-in', async () => {
    const { open } = await at('viewer')
    expect(await open()).toContain('You are signed in as viewer.')
    expect(await open('de-DE')).toContain('Passwort ändern')
    expect(await open('sv')).toContain('Ändra lösenordet')
    const stranger = await browserAt(test.provider).request(`${test.provider.realm}/account`)
    expect(taken(stranger)).toEqual([303, `${test.provider.origin}/`])
  })

  it('changes the name, which the next call of the same session shows', async () => {
    const { send, verify, open } = await at('viewer')
    expect(await verify()).toMatchObject({ firstName: 'Viktor' })
    expect(taken(await send({ form: 'name', firstName: ' <Vic> ', lastName: 'Holm-Berg' }))).toEqual(accepted('name'))
    expect(await verify()).toMatchObject({ firstName: '<Vic>', lastName: 'Holm-Berg' })
    expect(await open()).toContain('value="&lt;Vic&gt;"')
    for (const firstName of ['', ' ', 'a\u0000b', 'x'.repeat(101)])
      expect(await (await send({ form: 'name', firstName, lastName: 'Y' })).text()).toContain('Both names are needed')
    expect(await verify()).toMatchObject({ firstName: '<Vic>' })
  })

  it('takes a form from itself alone, and is shown to no script and in no frame', async () => {
    const mine = await at('viewer')
    const theirs = await at('publisher')
    for (const token of ['', 'guessed', theirs.token]) {
      const answer = await mine.send({ token, ...change('viewer', long) })
      expect(await answer.text()).toContain('open for too long')
    }
    for (const purpose of ['empty', 'iframe', 'script'])
      expect((await mine.browser.request(mine.url, { headers: { 'sec-fetch-dest': purpose } })).status).toBe(403)
    const page = await mine.browser.request(mine.url)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cross-origin-opener-policy')).toBe('noopener-allow-popups')
    expect((await mine.send(change('viewer', long))).status).toBe(303)
    expect((await mine.send(change(long, 'another long one'))).status).toBe(303)
  })
})

describe('a new password', () => {
  it('takes the present one, and one that is not easily guessed, typed twice', async () => {
    const { send } = await at('editor')
    const says = async (fields: Record<string, string>) => {
      const text = await (await send(fields)).text()
      expect(text).not.toContain(fields.new)
      return /role="alert">.*<span>([^<]*)</.exec(text)?.[1]
    }
    expect(await says(change('wrong', long))).toMatch('present password is wrong')
    expect(await says(change('editor', 'eleven char'))).toMatch('at least 12 characters')
    expect(await says(change('editor', 'x'.repeat(1_001)))).toMatch('more than 1000 characters')
    expect(await says(change('editor', long, `${long}!`))).toMatch('not typed the same')
    expect(await says(change('editor', 'Editor@example.com'))).toMatch('is your user name')
    expect((await browserAt(test.provider).signIn('editor')).length).toBeGreaterThan(0)
  })

  it('ends the old one and every other session at once, and keeps this one', async () => {
    const mine = await at('editor')
    const elsewhere = await at('editor')
    expect(taken(await mine.send(change('editor', long)))).toEqual(accepted('password'))
    await expect(elsewhere.verify()).rejects.toThrow(TokenRefused)
    expect((await elsewhere.browser.refresh(elsewhere.tokens.refresh_token)).status).toBe(400)
    expect(taken(await elsewhere.browser.request(elsewhere.url))).toEqual([303, `${test.provider.origin}/`])
    expect(await mine.verify()).toMatchObject({ firstName: 'Elias' })
    expect((await mine.browser.refresh(mine.tokens.refresh_token)).status).toBe(200)
    expect((await mine.browser.request(mine.url)).status).toBe(200)
    await expect(browserAt(test.provider).signIn('editor')).rejects.toThrow('Not signed in')
    expect(await (await at('editor', long)).verify()).toMatchObject({ firstName: 'Elias' })
    const [row] = await test.rows.look<{ found: boolean }>(
      `select exists(select from identity.artifact where payload::text like '%${long}%')
        or exists(select from identity.account where account::text like '%${long}%') as found`,
    )
    expect(row?.found).toBe(false)
  })

  it('is not reached by guessing: tries with a wrong present one wait as those at the sign-in do', async () => {
    const { send } = await at('publisher')
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await send(change(`guess ${attempt}`, long))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const right = await send(change('publisher', long))
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true])
    now += 3_600_000
    expect((await send(change('publisher', long))).status).toBe(303)
  })
})
