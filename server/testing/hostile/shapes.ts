import { isWholeRun } from '../budget.ts'

/** Ways to make what is sent cost more than it looks. Each reader has its own form of them. */
export const hostileShapes = [
  'blank',
  'one endless cell',
  'open quote',
  'alternating',
  'deep',
  'wide',
  'repeated',
  'letters that decompose',
  'unbroken',
  'almost valid',
] as const
export type HostileShape = (typeof hostileShapes)[number]
export type ByShape<Of> = Readonly<Record<HostileShape, Of>>

/** Something that is read, and the work that it causes. */
export interface Feed {
  /** How much of it the caller has sent. */
  readonly bytes: number
  /** What has to be there before, which is not measured. */
  readonly prepare?: () => Promise<unknown>
  readonly work: () => unknown
}

/** Something that reads what callers send. */
export interface Reader {
  readonly name: string
  /** Those that would cost it the most without its defences; the usual run tries the first of them alone. */
  readonly worst: readonly HostileShape[]
  readonly feeds: ByShape<() => Feed>
}

/** The shapes that this run tries. */
export const shapesToTry = (worst: readonly HostileShape[]): readonly HostileShape[] =>
  isWholeRun ? hostileShapes : worst.slice(0, 1)

export const byShape = <Of>(make: (shape: HostileShape) => Of): ByShape<Of> =>
  Object.fromEntries(hostileShapes.map((shape) => [shape, make(shape)])) as ByShape<Of>

/** What texts of a shape consist of. */
const units: ByShape<string | ((at: number) => string)> = {
  blank: ' \n',
  'one endless cell': 'a',
  'open quote': '"<a href="',
  alternating: 'a1',
  deep: '([<b>',
  wide: (at) => `w${at.toString(36)} `,
  repeated: 'ab ',
  // One letter that folding makes eighteen of.
  'letters that decompose': '\ufdfa',
  unbroken: 'ab-12/',
  'almost valid': '1,299.00 a@b.c 100%_x https://a.example/?q=ü ',
}

/** A text of so many UTF-16 units. */
export function hostileText(shape: HostileShape, length: number): string {
  const unit = units[shape]
  // Most readers take what is blank to its end for nothing.
  const [head, end] = ['a', 'z']
  if (typeof unit === 'string')
    return `${head}${unit.repeat(length / unit.length)}`.slice(0, length - 1).toWellFormed() + end
  const parts: string[] = [head]
  for (let at = 0, rest = length - 2; rest > 0; at += 1) {
    const part = unit(at).slice(0, rest)
    parts.push(part)
    rest -= part.length
  }
  return parts.join('') + end
}

/** As many whole texts of a shape as come to so many bytes in JSON; each of so many UTF-16 units at most, and different from the others. */
export function hostileTexts(
  shape: HostileShape,
  { bytes, length, count }: { bytes: number; length: number; count: number },
): string[] {
  const texts: string[] = []
  for (let rest = bytes; texts.length < count; ) {
    const number = `${texts.length} `
    const whole = number + hostileText(shape, length - number.length)
    const size = Buffer.byteLength(JSON.stringify(whole)) + 1
    if (size > rest) {
      const part = Math.floor((length * rest) / size) - number.length - 2
      if (part > 2) texts.push(number + hostileText(shape, part))
      break
    }
    texts.push(whole)
    rest -= size
  }
  return texts
}
