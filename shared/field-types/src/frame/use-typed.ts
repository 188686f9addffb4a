import { useState } from 'react'

const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

interface Reading {
  /** What stands in the input as a value; what cannot be read stays text, so that it is not lost. */
  parse(text: string): unknown
  format(value: unknown): string
}

/**
 * Keeps what is being typed as it is typed, where the value would be written otherwise: `1.` while `1.5` is on its way,
 * `007` of the number 7. As soon as the value is another one than was typed, the value is what is shown.
 */
export function useTyped(
  value: unknown,
  onChange: (value: unknown) => void,
  { parse, format }: Reading,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && isSame(parse(typed), value ?? null)
  const type = (text: string): void => {
    setTyped(text)
    onChange(parse(text))
  }
  return [isCurrent ? typed : format(value), type]
}

/** Anything that stands in a draft, as text to be edited. */
export const asText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const orNull = (text: string): string | null => (text === '' ? null : text)
