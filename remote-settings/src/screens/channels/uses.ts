import type { ChannelUse } from '@pim/contract'
import { useTranslation } from 'react-i18next'

/** Returns a function that says what names a channel: "12 items, 1 API key and 2 fields". */
export function useUseText() {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return ({ itemCount, keyCount, fields }: ChannelUse): string => {
    const counts = { items: itemCount, keys: keyCount, fields: fields.length }
    const parts = Object.entries(counts).flatMap(([kind, count]) =>
      count === 0 ? [] : [t(`settings.channel.uses.${kind}`, { count, number: number.format(count) })],
    )
    return parts.length === 0 ? t('settings.channel.unused') : new Intl.ListFormat(i18n.language).format(parts)
  }
}

export const isUsed = ({ itemCount, keyCount, fields }: ChannelUse): boolean =>
  itemCount > 0 || keyCount > 0 || fields.length > 0
