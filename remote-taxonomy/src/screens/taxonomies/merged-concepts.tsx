import { Box, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { usePermission } from '@pim/shell'
import { GuardedButton, RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useUndoMerge } from './use-undo-merge.ts'

/** The concepts that were merged into this one lately, each of which can be taken back; nothing where there are none. */
export function MergedConcepts({ taxonomyId, conceptId }: { taxonomyId: string; conceptId: string }) {
  const { t } = useTranslation()
  const params = { taxonomyId, conceptId }
  const { data = [] } = useApiQuery('taxonomies.getConceptMerges', { params }, { failureGoesTo: 'screen' })
  const permission = usePermission('taxonomies.undoConceptMerge')
  const { undo, isPending } = useUndoMerge(taxonomyId)
  if (data.length === 0) return null
  return (
    <Stack component="section" aria-label={t('taxonomy.merge.merged')} sx={{ gap: 0.5 }}>
      <Typography variant="h3">{t('taxonomy.merge.merged')}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map(({ conceptId: id, name, mergedAt }) => (
          <Stack component="li" key={id} direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2" sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>{' '}
              <Typography variant="inherit" color="textSecondary" component="span">
                <RelativeTime time={mergedAt} />
              </Typography>
            </Typography>
            <GuardedButton
              permission={permission}
              size="small"
              aria-label={t('taxonomy.merge.undoOf', { name })}
              onClick={() => {
                if (!isPending) void undo(id, name)
              }}
            >
              {t('taxonomy.merge.undo')}
            </GuardedButton>
          </Stack>
        ))}
      </Box>
    </Stack>
  )
}
