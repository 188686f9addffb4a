import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { contentItemPath } from '@pim/content-kit'
import type { ContentVariation } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

const shownAtOnce = 10

/** The content that shows this media item, in the variation that is looked at. */
export function FileUsers({ contentItemId, variationId }: Pick<ContentVariation, 'contentItemId' | 'variationId'>) {
  const { t } = useTranslation()
  const { data, isError } = useApiQuery(
    'contentItem.getLinkedContent',
    { params: { contentItemId }, query: { variationId } },
    { failureGoesTo: 'screen' },
  )
  if (isError) return <Typography color="error">{t('media.detail.usersFailed')}</Typography>
  if (!data) return <Skeleton height={40} />
  // An item that shows it in two fields is one user.
  const users = [...new Map(data.incoming.map((each) => [each.contentItemId, each.name]))]
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="p">
        {t('media.detail.usedBy', { count: users.length })}
      </Typography>
      {users.slice(0, shownAtOnce).map(([userId, name]) => (
        <MuiLink key={userId} component={Link} to={contentItemPath(userId)} noWrap sx={{ display: 'block' }}>
          {name}
        </MuiLink>
      ))}
      {users.length > shownAtOnce && (
        <Typography variant="caption" color="textSecondary">
          {t('media.detail.moreUsers', { count: users.length - shownAtOnce })}
        </Typography>
      )}
    </Box>
  )
}
