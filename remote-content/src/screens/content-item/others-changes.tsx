import { Alert, Box, Skeleton, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { UserName } from '@pim/content-kit'
import { MarkedWords, type PlanWords, ValueChange } from '@pim/content-kit/plan'
import type { ContentType } from '@pim/contract'
import { RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface OthersChangesProps {
  contentVariationId: string
  /** The version that was on the screen. */
  from: number
  /** Whether this screen has written a version itself. */
  isOwn: (version: number) => boolean
  type: ContentType
  words: PlanWords
}

/** What others wrote since the screen was read: who, when, and each field before and after. */
export function OthersChanges({ contentVariationId, from, isOwn, type, words }: OthersChangesProps) {
  const { t } = useTranslation()
  const options = { failureGoesTo: 'screen' } as const
  const { data: versions } = useApiQuery(
    'contentVariation.getVersions',
    { params: { contentVariationId }, query: { pageSize: 50 } },
    options,
  )
  const theirs = versions?.items.filter(({ version }) => version > from && !isOwn(version)) ?? []
  const to = versions?.items[0]?.version ?? from
  const { data: compared } = useApiQuery(
    'contentVariation.compareVersions',
    { params: { contentVariationId }, query: { from: Math.max(from, 1), to } },
    { ...options, enabled: to > from },
  )
  const written = new Set(theirs.flatMap(({ changedFields }) => changedFields))
  const changes = compared?.changes.filter(({ technicalFieldName }) => written.has(technicalFieldName)) ?? []
  const people = [...new Set(theirs.map(({ by }) => by))]
  const latest = theirs[0]
  if (!versions) return <Skeleton variant="rounded" height={64} />
  if (!latest) return null
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      <Stack sx={{ gap: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t('content.plan.overtaken')}
        </Typography>
        <Typography variant="body2" component="div">
          {people.map((userId, index) => (
            <span key={userId}>
              {index > 0 && ', '}
              <UserName userId={userId} />
            </span>
          ))}{' '}
          · <RelativeTime time={latest.at} />
        </Typography>
        {changes.map(({ technicalFieldName: name, before, after }) => {
          const field = words.fieldOf(type.technicalName, name)
          return (
            <Box key={name} sx={{ minWidth: 0 }}>
              <Typography variant="caption" component="div">
                {name.startsWith('$')
                  ? t(`content.history.${name.slice(1)}`)
                  : words.fieldName(type.technicalName, name)}
              </Typography>
              {field && <ValueChange field={field} before={before ?? null} after={after} />}
              {!field && typeof before === 'string' && typeof after === 'string' && (
                <MarkedWords {...{ before, after }} />
              )}
            </Box>
          )
        })}
        {compared && changes.length === 0 && (
          <Typography variant="body2">{t('content.plan.overtakenNoField')}</Typography>
        )}
        <Typography variant="body2">{t('content.plan.overtakenHint')}</Typography>
      </Stack>
    </Alert>
  )
}
