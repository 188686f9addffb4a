import { apps } from '../workspace.ts'
import { CannotScaffold } from './write-files.ts'

/** Words that a section cannot be called, because its address or a name in its code would be another thing's. */
const ofTheProduct = ['api', 'assets', 'prototype', 'realms', 'remotes', 'shell', 'host', 'server', 'ui', 'kit']
const ofTheLanguage = (
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
  'if implements import in instanceof interface let new null package private protected public return static super switch this ' +
  'throw true try typeof undefined var void while with yield'
).split(' ')

/** Refuses a name and says which part of it is wrong. */
export function requireSectionName(name: string): void {
  const refuse = (why: string): never => {
    throw new CannotScaffold(
      `${name === '' ? 'No name' : `“${name}”`} is no name of a section: ${why}. One is orders, or stock2.`,
    )
  }
  if (name === '') refuse('it is empty')
  const wrong = /[^a-z0-9]/.exec(name)?.[0]
  if (wrong !== undefined)
    refuse(
      /[A-Z]/.test(wrong)
        ? `${wrong} is a capital letter`
        : `${wrong === ' ' ? 'a space' : wrong} is no letter or digit`,
    )
  if (/^[0-9]/.test(name)) refuse(`it begins with the digit ${name[0]}`)
  if (ofTheProduct.includes(name)) refuse(`${name} is the product's own`)
  if (ofTheLanguage.includes(name)) refuse(`${name} is a word of the language that its code is written in`)
  if (apps().includes(`remote-${name}`)) refuse(`the product has a section ${name}`)
}
