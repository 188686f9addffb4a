import { TimeSetting } from '../frame/settings/line-settings.tsx'
import { asText } from '../frame/use-typed.ts'
import { fromLocal, toLocal } from './local-time.ts'

const format = (value: unknown): string => toLocal(asText(value))

export const DateTimeSettings = () => (
  <>
    <TimeSetting name="min" words="earliest" type="datetime-local" parse={fromLocal} format={format} />
    <TimeSetting name="max" words="latest" type="datetime-local" parse={fromLocal} format={format} />
  </>
)
