import { Typography } from '@mui/material'
import type { ContentType, ContentVariation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'
import { useLive } from '../content-item.api.ts'

interface WhatPublishingDoesProps {
  type: ContentType
  contentVariation: ContentVariation
}

const named = 3

/** Which fields of what is live would change, by name: nobody should have to publish to find out. */
export function WhatPublishingDoes({ type, contentVariation }: WhatPublishingDoesProps) {
  const { t, i18n } = useTranslation()
  const live = useLive(contentVariation)
  const { publishedVersion, hasUnpublishedChanges, status } = contentVariation
  if (status === 'archived') return null
  const say = (text: string) => <Typography variant="body2">{text}</Typography>
  if (publishedVersion === null) return say(t('content.panel.goesLive'))
  if (!hasUnpublishedChanges) return say(t('content.panel.changesNothing'))
  if (!live) return null
  const changed = type.fields.filter(
    ({ technicalName: name }) =>
      JSON.stringify(contentVariation.fields[name]?.value ?? null) !== JSON.stringify(live.fields[name]?.value ?? null),
  )
  // A new name or channel is a change that no field shows.
  if (changed.length === 0) return say(t('content.panel.changesNoField'))
  const names = changed
    .slice(0, named)
    .map((field) => inLanguage(field.friendlyName, i18n.language, field.technicalName))
  const rest = changed.length - names.length
  const all = rest > 0 ? [...names, t('content.history.andMore', { count: rest })] : names
  return say(
    t('content.panel.changes', {
      count: changed.length,
      fields: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(all),
    }),
  )
}
