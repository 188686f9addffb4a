import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, useTyped } from '../frame/use-typed.ts'
import { duration, secondsOf } from './model.ts'

const parse = (text: string): unknown => (text.trim() === '' ? null : (secondsOf(text) ?? text))
const format = (value: unknown): string =>
  typeof value === 'number' ? duration.toText(value, {}, { rooms: () => duration as never }) : asText(value)

export function DurationEditor(props: EditorProps) {
  const [text, type] = useTyped(props.value, props.onChange, { parse, format })
  return <LineInput control={props} text={text} onType={type} />
}
