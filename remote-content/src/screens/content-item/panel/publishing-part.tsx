import { Stack, Typography } from '@mui/material'
import type { ContentType, ContentVariation, Variation } from '@pim/contract'
import { UserName, variationCode } from '@pim/shell'
import { CompletenessBar, RelativeTime, StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { WhatPublishingDoes } from './what-publishing-does.tsx'

interface PublishingPartProps {
  type: ContentType
  contentVariation: ContentVariation
  siblings: readonly ContentVariation[]
  variations: readonly Variation[]
}

/** Where the variation stands, and what publishing it would change, here and elsewhere. */
export function PublishingPart({ type, contentVariation, siblings, variations }: PublishingPartProps) {
  const { t, i18n } = useTranslation()
  const { variationId } = contentVariation
  const inheriting = siblings
    .filter((sibling) => sibling.variationId !== variationId && sibling.publishedVersion !== null)
    .flatMap((sibling) => {
      const count = Object.values(sibling.fields).filter((field) => field.sourceVariationId === variationId).length
      const variation = variations.find((each) => each.variationId === sibling.variationId)
      return count > 0 && variation ? [{ name: variationCode(variation), count }] : []
    })
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
        <StatusDot status={statusLookOf(contentVariation)} />
        <CompletenessBar value={contentVariation.completeness} />
      </Stack>
      <Typography variant="caption" color="textSecondary">
        {contentVariation.publishedAt ? (
          <>
            {t('content.panel.live')} <RelativeTime time={contentVariation.publishedAt} />
          </>
        ) : (
          t('content.panel.notLive')
        )}
        <br />
        {t('content.panel.changed')} <RelativeTime time={contentVariation.modifiedAt} /> ·{' '}
        <UserName userId={contentVariation.modifiedBy} />
      </Typography>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 600, mt: 1 }}>
        {t('content.panel.whatPublishingDoes')}
      </Typography>
      <WhatPublishingDoes type={type} contentVariation={contentVariation} />
      <Typography variant="body2">
        {contentVariation.deliveryTargets.length > 0
          ? t('content.panel.targets', {
              targets: new Intl.ListFormat(i18n.language).format(contentVariation.deliveryTargets),
            })
          : t('content.panel.everyTarget')}
      </Typography>
      {inheriting.map(({ name, count }) => (
        <Typography key={name} variant="body2">
          {t('content.panel.inheriting', { name, count })}
        </Typography>
      ))}
    </Stack>
  )
}
