import { Stack, Typography } from '@mui/material'
import { UserName } from '@pim/content-kit'
import type { ContentType, ContentVariation, Variation } from '@pim/contract'
import { CompletenessBar, RelativeTime, StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { SaveState } from '../editing/item-draft.ts'
import { ReadinessPart } from './readiness-part.tsx'
import { TranslationPart } from './translation-part.tsx'
import { WhatPublishingDoes } from './what-publishing-does.tsx'

interface PublishingPartProps {
  type: ContentType
  contentVariation: ContentVariation
  variations: readonly Variation[]
  saveState: SaveState
  isReadOnly: boolean
  isDeleted: boolean
}

/** Where the variation stands, and what publishing it would change, here and elsewhere. */
export function PublishingPart(props: PublishingPartProps) {
  const { type, contentVariation, variations, saveState, isReadOnly, isDeleted } = props
  const { t } = useTranslation()
  const isTranslation = variations.some((each) => each.variationId === contentVariation.variationId && !each.isDefault)
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
      {!isDeleted && <ReadinessPart type={type} contentVariation={contentVariation} />}
      {!isDeleted && isTranslation && <TranslationPart {...{ type, contentVariation, isReadOnly }} />}
      <Typography variant="body2" component="h3" sx={{ fontWeight: 600, mt: 1 }}>
        {t('content.panel.whatPublishingDoes')}
      </Typography>
      {!isDeleted && <WhatPublishingDoes {...{ type, contentVariation, variations, saveState }} />}
    </Stack>
  )
}
