import { TimeSetting } from '../frame/settings/line-settings.tsx'
import { asText, orNull } from '../frame/use-typed.ts'

export const DateSettings = () => (
  <>
    <TimeSetting name="min" words="earliest" type="date" parse={orNull} format={asText} />
    <TimeSetting name="max" words="latest" type="date" parse={orNull} format={asText} />
  </>
)
