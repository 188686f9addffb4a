import { normalForm } from '@pim/field-types'

/** Some characters are a whole sentence once they are decomposed: eighteen letters of one. No language's texts come to so many. */
const most = { times: 2, more: 200 }

/** Cuts a text that would become many times as long when it is folded, so that its folded form stays short. */
export function boundedLetters(text: string): string {
  if (isAscii.test(text)) return text
  const longest = text.length * most.times + most.more
  const { length } = normalForm(text, 'NFKC')
  return length <= longest ? text : text.slice(0, Math.floor((text.length * longest) / length)).toWellFormed()
}

const isAscii = /^[ -~\s]*$/
