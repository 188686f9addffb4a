import { Box, Button, List, ListItem, Skeleton, Typography } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { UserName } from '@pim/content-kit'
import { usePlanWords, useProblemWords } from '@pim/content-kit/plan'
import type { ContentType, VersionSummary } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useFeedback, usePermission } from '@pim/shell'
import type { ItemPanelGiven } from '@pim/shell/slots'
import { EmptyState, ErrorState, RelativeTime } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemType } from '../content-item.api.ts'
import { CompareDialog } from './compare-dialog.tsx'

const pageSize = 10
const fieldsNamed = 3

/** Who changed what and when; any version can be compared with today's, and brought back as a new one. */
export function HistoryPanel(given: ItemPanelGiven) {
  const { data: type } = useItemType(given.contentTypeName)
  return type ? <Versions {...given} type={type} /> : <Skeleton height={120} />
}

interface VersionsProps extends ItemPanelGiven {
  type: ContentType
}

function Versions({ contentVariationId, version: current, type, save }: VersionsProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const [shown, setShown] = useState(pageSize)
  const [compared, setCompared] = useState<VersionSummary>()
  const { may } = usePermission('contentVariation.restoreVersion')
  const { data, isError, refetch } = useApiQuery(
    'contentVariation.getVersions',
    { params: { contentVariationId }, query: { pageSize: Math.min(shown, 200) } },
    { failureGoesTo: 'screen', keepPrevious: true },
  )
  const words = usePlanWords({ types: [type], variations: [] })
  const problemText = useProblemWords(words, type.technicalName)
  const restore = useApiMutation('contentVariation.restoreVersion', {
    onError: (error) => feedback.error(problemText(error)),
    onSuccess: ({ leftOut = [] }) => {
      setCompared(undefined)
      if (leftOut.length === 0) return feedback.success(t('content.history.restored'))
      const left = leftOut.map(
        ({ technicalFieldName, kind, name = t(`content.history.gone.${kind}`) }) =>
          `${words.fieldName(type.technicalName, technicalFieldName)} (${name})`,
      )
      feedback.info(t('content.history.restoredWithout', { left: new Intl.ListFormat(i18n.language).format(left) }))
    },
  })
  if (isError) return <ErrorState title={t('content.history.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.items.length === 0) return <EmptyState title={t('content.history.empty')} />
  return (
    <>
      <List dense disablePadding>
        {data.items.map((version) => (
          <Version
            key={version.version}
            version={version}
            type={type}
            isCurrent={version.version === current}
            onOpen={() => setCompared(version)}
          />
        ))}
      </List>
      {data.paging.totalCount > data.items.length && shown < 200 && (
        <Button size="small" onClick={() => setShown(shown + pageSize)}>
          {t('content.history.more')}
        </Button>
      )}
      {compared && (
        <CompareDialog
          contentVariationId={contentVariationId}
          from={compared.version}
          to={current}
          type={type}
          onClose={() => setCompared(undefined)}
          isBusy={restore.isPending}
          onRestore={
            may
              ? async () => {
                  if (!(await save())) return feedback.error(t('content.step.unsaved'))
                  restore.mutate({ params: { contentVariationId, version: compared.version } })
                }
              : undefined
          }
        />
      )}
    </>
  )
}

interface VersionProps {
  version: VersionSummary
  type: ContentType
  isCurrent: boolean
  onOpen: () => void
}

function Version({ version, type, isCurrent, onOpen }: VersionProps) {
  const { t, i18n } = useTranslation()
  const names = version.changedFields.map((name) =>
    name.startsWith('$')
      ? t(`content.history.${name.slice(1)}`)
      : inLanguage(type.fields.find((field) => field.technicalName === name)?.friendlyName, i18n.language, name),
  )
  const rest = names.length - fieldsNamed
  const fields =
    new Intl.ListFormat(i18n.language, { style: 'long', type: 'unit' }).format(names.slice(0, fieldsNamed)) +
    (rest > 0 ? ` ${t('content.history.andMore', { count: rest })}` : '')
  return (
    <ListItem
      disableGutters
      sx={{ py: 0.5, alignItems: 'start' }}
      secondaryAction={
        !isCurrent && (
          <Button
            size="small"
            onClick={onOpen}
            aria-label={t('content.history.compareVersion', { version: version.version })}
          >
            {t('content.history.compare')}
          </Button>
        )
      }
    >
      <Box sx={{ minWidth: 0, pr: 8 }}>
        <Typography variant="body2">
          {t(`content.history.action.${version.action}`)}
          {version.isPublished && ` · ${t('content.history.live')}`}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          <RelativeTime time={version.at} /> · <UserName userId={version.by} />
        </Typography>
        {fields && (
          <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {fields}
          </Typography>
        )}
      </Box>
    </ListItem>
  )
}
