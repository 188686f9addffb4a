import { createHash } from 'node:crypto'
import { style } from './sign-in-style.ts'
import { escapeHtml, type Key, type Text, textsIn } from './strings.ts'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * The Content-Security-Policy of the pages: no scripts, nothing loaded, no framing. Browsers also check the redirects
 * of a form, so the application that a sign-in returns to has to be one of `formTargets`.
 */
export const pagePolicy = (formTargets: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The same logo as in the shell. */
const logo = `<svg viewBox="0 0 26 26" aria-hidden="true" focusable="false"><path d="M3 0h6v6H0V3a3 3 0 0 1 3-3Zm7 0h6v6h-6V0ZM0 10h6v6H0v-6Zm0 10h6v6H3a3 3 0 0 1-3-3v-3Zm10 0h6v6h-6v-6Zm10 0h6v3a3 3 0 0 1-3 3h-3v-6Zm0-10h6v6h-6v-6Z" fill="currentColor" opacity=".32"/><path d="M10 10h6v6h-6zM20 0h3a3 3 0 0 1 3 3v3h-6z" fill="currentColor"/></svg>`
export const warning = `<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M10 2.5 18.5 17h-17z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/><path d="M10 8v4" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><circle cx="10" cy="14.3" r=".9" fill="currentColor"/></svg>`

export const frame = (language: string, title: Key, content: string): string => {
  const t = textsIn(language)
  return `<!doctype html>
<html lang="${language.slice(0, 2)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${t(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${logo}<span>${t('identity.product')}</span></p>
${content}
</main>
</body>
</html>
`
}

export interface SignInView {
  readonly username?: string
  readonly problem?: { readonly kind: 'wrong' } | { readonly kind: 'wait'; readonly seconds: number }
  readonly demoNames: readonly string[]
  readonly language: string
}

const problemText = (t: Text, problem: NonNullable<SignInView['problem']>): string =>
  problem.kind === 'wrong' ? t('identity.signIn.wrong') : t('identity.signIn.wait', { seconds: `${problem.seconds}` })

/** The sign-in form. Its inputs have the same names as Keycloak's, so that scripts work with both. */
export function signInPage({ username = '', problem, demoNames, language }: SignInView): string {
  const t = textsIn(language)
  const invalid = problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
  const [onName, onPassword] = username === '' ? [' autofocus', ''] : ['', ' autofocus']
  const names = demoNames.map((name) => `<li><code>${escapeHtml(name)}</code></li>`).join('')
  return frame(
    language,
    'identity.page.title',
    `<h1>${t('identity.signIn.heading')}</h1>
${problem ? `<p class="alert" id="problem" role="alert">${warning}<span>${problemText(t, problem)}</span></p>` : ''}
<form method="post">
<label for="username">${t('identity.signIn.username')}</label>
<input id="username" name="username" type="text" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required${onName}${invalid}>
<label for="password">${t('identity.signIn.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${onPassword}${invalid}>
<button type="submit">${t('identity.signIn.submit')}</button>
</form>
${names === '' ? '' : `<div class="demo"><span>${t('identity.signIn.demo')}</span><ul>${names}</ul></div>`}`,
  )
}

export interface SignOutView {
  /** Repeated in the form as it came. */
  readonly fields: Readonly<Record<string, string>>
  readonly appUrl: string
  readonly language: string
}

export function signOutPage({ fields, appUrl, language }: SignOutView): string {
  const t = textsIn(language)
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  return frame(
    language,
    'identity.page.title',
    `<h1>${t('identity.signOut.heading')}</h1>
<p>${t('identity.signOut.text')}</p>
<form method="post">${inputs}<button type="submit">${t('identity.signOut.submit')}</button></form>
<a class="button plain" href="${escapeHtml(appUrl)}">${t('identity.signOut.stay')}</a>`,
  )
}

export interface ErrorView {
  readonly appUrl: string
  readonly detail: string
  readonly language: string
}

export function errorPage({ appUrl, detail, language }: ErrorView): string {
  const t = textsIn(language)
  return frame(
    language,
    'identity.page.title',
    `<h1>${t('identity.error.heading')}</h1>
<p>${t('identity.error.text')}</p>
<a class="button" href="${escapeHtml(appUrl)}">${t('identity.error.again')}</a>
<p class="detail">${t('identity.error.detail', { detail })}</p>`,
  )
}
