import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { contentItemPath, nameLanguage, useTotalText } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConceptUsers } from './taxonomies.api.ts'

/** Which content carries the concept or one below it, before one changes what it means. */
export function ConceptUsers({ conceptId }: { conceptId: string }) {
  const { t } = useTranslation()
  const totalText = useTotalText()
  const { data, variations, isError } = useConceptUsers(conceptId)
  return (
    <Box component="section" aria-label={t('taxonomy.users.title')}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t('taxonomy.users.title')}
      </Typography>
      {isError && <Typography color="textSecondary">{t('taxonomy.users.failed')}</Typography>}
      {!data && !isError && <Skeleton height={24} width="60%" />}
      {data?.items.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('taxonomy.users.none')}
        </Typography>
      )}
      {data?.items.map((row) => (
        <MuiLink
          key={row.contentItemId}
          component={Link}
          to={contentItemPath(row.contentItemId)}
          variant="body2"
          noWrap
          sx={{ display: 'block', py: 0.25 }}
        >
          <bdi {...nameLanguage(row, variations).attributes}>{row.name}</bdi>
        </MuiLink>
      ))}
      {data && data.paging.totalCount > data.items.length && (
        <MuiLink
          component={Link}
          to={`/content-items?concept=${encodeURIComponent(conceptId)}`}
          variant="body2"
          sx={{ display: 'inline-block', py: 0.25, fontWeight: 600 }}
        >
          {data.paging.totalIsCapped
            ? t('taxonomy.users.more', { total: totalText({ count: data.paging.totalCount, isCapped: true }) })
            : t('taxonomy.users.all', { count: data.paging.totalCount })}
        </MuiLink>
      )}
    </Box>
  )
}
