/** A number and what stands beside it, as files have them: `12.5 kg`, `12.5kg`, `€ 9.95`, `9.95`. */
export interface AmountText {
  readonly amount: string
  /** A code, a sign or a name; empty where there is none. */
  readonly sign: string
}

/** Characters: longer than any amount, and short enough for the patterns. */
const maxLength = 200

/** Undefined where the text is no number with one sign at most. */
export function readAmountText(text: string): AmountText | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) return undefined
  const found = /^([^\d+.\s-]*)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([^\d\s,]\S*(?: \S+)*)?$/i.exec(trimmed)
  const [, before = '', amount = '', behind = ''] = found ?? []
  return amount === '' || (before !== '' && behind !== '') ? undefined : { amount, sign: before || behind.trim() }
}

/** The code that a sign stands for, among those that are allowed before others. One that stands for none, or for several, is given back as it is. */
export function codeOfSign(
  sign: string,
  meant: readonly string[],
  { isCode, isAllowed }: Readonly<Record<'isCode' | 'isAllowed', (code: string) => boolean>>,
): string {
  const upper = sign.toUpperCase()
  if (isCode(upper)) return upper
  const allowed = meant.filter(isAllowed)
  const [only] = allowed.length === 0 ? meant : allowed
  return only !== undefined && (allowed.length === 1 || meant.length === 1) ? only : sign
}
