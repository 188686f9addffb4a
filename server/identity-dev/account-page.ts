import { frame, warning } from './sign-in-page.ts'
import { escapeHtml, type Key, textsIn } from './strings.ts'

export const maxNameLength = 100
/** Characters. Long passwords of words are better than short ones with signs. */
export const minPasswordLength = 12
export const maxPasswordLength = 1_000

export type AccountForm = 'name' | 'password'
export type AccountProblem =
  | 'wrong'
  | 'short'
  | 'long'
  | 'guessable'
  | 'different'
  | 'nameMissing'
  | 'outdated'
  | { readonly seconds: number }

export interface AccountView {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** Sent back with each form: a page that only leads here does not know it. */
  readonly token: string
  readonly homeUrl: string
  readonly language: string
  /** The form that was sent, with what is wrong with it; without that it is done. */
  readonly form?: AccountForm | undefined
  readonly problem?: AccountProblem | undefined
}

const doneKeys: Readonly<Record<AccountForm, Key>> = {
  name: 'identity.account.nameSaved',
  password: 'identity.account.passwordSaved',
}

/** The name and the password of who is signed in. A password never stands in the page. */
export function accountPage(view: AccountView): string {
  const { username, firstName, lastName, token, homeUrl, language, form, problem } = view
  const t = textsIn(language)
  const limits = { min: `${minPasswordLength}`, max: `${maxPasswordLength}` }
  const problemText = (): string => {
    if (typeof problem === 'object') return t('identity.signIn.wait', { seconds: `${problem.seconds}` })
    if (problem === 'nameMissing') return t('identity.account.nameMissing', { max: `${maxNameLength}` })
    return problem === undefined ? '' : t(`identity.account.${problem}`, limits)
  }
  const alertOf = (of: AccountForm): string => {
    if (form !== of) return ''
    if (problem === undefined) return `<p class="done" role="status">${t(doneKeys[of])}</p>`
    return `<p class="alert" id="problem" role="alert">${warning}<span>${problemText()}</span></p>`
  }
  const hidden = (of: AccountForm) =>
    `<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="form" value="${of}">`
  const field = (name: string, label: Key, attributes: string) =>
    `<label for="${name}">${t(label)}</label>\n<input id="${name}" name="${name}" required ${attributes}>`
  const nameField = (name: 'firstName' | 'lastName', value: string, autocomplete: string) =>
    field(
      name,
      `identity.account.${name}`,
      `type="text" value="${escapeHtml(value)}" autocomplete="${autocomplete}" maxlength="${maxNameLength}"`,
    )
  const passwordField = (name: 'present' | 'new' | 'repeated', autocomplete: string, more = '') =>
    field(
      name,
      `identity.account.${name}`,
      `type="password" autocomplete="${autocomplete}" maxlength="${maxPasswordLength}"${more}`,
    )
  const onPresent = form === 'password' && problem !== undefined ? ' autofocus aria-describedby="problem"' : ''
  return frame(
    language,
    'identity.account.title',
    `<h1>${t('identity.account.heading')}</h1>
<p>${t('identity.account.signedInAs', { username })}</p>
<h2>${t('identity.account.nameHeading')}</h2>
<p class="help">${t('identity.account.nameText')}</p>
${alertOf('name')}
<form method="post">
${hidden('name')}
${nameField('firstName', firstName, 'given-name')}
${nameField('lastName', lastName, 'family-name')}
<button type="submit">${t('identity.account.saveName')}</button>
</form>
<h2>${t('identity.account.passwordHeading')}</h2>
<p class="help">${t('identity.account.passwordText')}</p>
${alertOf('password')}
<form method="post">
${hidden('password')}
${passwordField('present', 'current-password', onPresent)}
${passwordField('new', 'new-password', ' aria-describedby="rule"')}
<p class="help" id="rule">${t('identity.account.newHelp', limits)}</p>
${passwordField('repeated', 'new-password')}
<button type="submit">${t('identity.account.savePassword')}</button>
</form>
<a class="button plain" href="${escapeHtml(homeUrl)}">${t('identity.account.back')}</a>`,
  )
}
