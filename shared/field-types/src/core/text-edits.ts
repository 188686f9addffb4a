import type { ValueEditOf } from '@pim/contract'
import { maxTextLength, normalForm } from './text.ts'
import type { ValueEdits } from './value-edits.ts'

type Replace = ValueEditOf<'replaceText'>

/** No text that may be kept is longer: beyond this a result is refused anyway, so it need not be made to its end. */
const maxResult = maxTextLength * 4

/** Letters, their marks and digits are parts of a word. */
const wordPart = '[\\p{L}\\p{M}\\p{N}_]'

/** What is looked for, letter by letter: the characters that a pattern knows stand for themselves. */
function finderOf({ find, matchCase, wholeWords }: Replace): RegExp {
  const literal = normalForm(find, 'NFC').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const pattern = wholeWords ? `(?<!${wordPart})${literal}(?!${wordPart})` : literal
  return new RegExp(pattern, matchCase ? 'gu' : 'giu')
}

export interface Match {
  readonly start: number
  readonly end: number
}

/** Where the text stands, from the beginning; as many as a result that can be kept has room for. */
export function matchesIn(text: string, edit: Replace): Match[] {
  const matches: Match[] = []
  let length = text.length
  for (const { index, 0: found } of text.matchAll(finderOf(edit))) {
    matches.push({ start: index, end: index + found.length })
    length += edit.replaceBy.length - found.length
    // Defence 141
    if (length > maxResult) break
  }
  return matches
}

export function replacedText(text: string, edit: Replace): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of matchesIn(text, edit)) {
    parts.push(text.slice(from, start), edit.replaceBy)
    from = end
  }
  return from === 0 && parts.length === 0 ? text : parts.join('') + text.slice(from)
}

/** Of types whose value is one plain text. */
export const textEdits: ValueEdits<string> = {
  append: (value, { text, at }) => (at === 'end' ? (value ?? '') + text : text + (value ?? '')),
  replaceText: replacedText,
}
