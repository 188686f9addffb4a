import { List, ListItem, ListItemText, Skeleton } from '@mui/material'
import type { ContentType } from '@pim/contract'
import { useFeedback, usePermission, useTenant } from '@pim/shell'
import { EmptyState, ErrorState, GuardedButton, PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useAddDraft, useContentTypes } from './__name__.api.ts'

/** The content types of the tenant; who may, adds a draft of one. */
export function __Name__() {
  const { t } = useTranslation()
  const { data: types, isError, refetch } = useContentTypes()
  return (
    <>
      <PageHeader title={t('__name__.section.title')} count={types?.length} />
      {isError ? (
        <ErrorState title={t('__name__.types.failed')} onRetry={() => void refetch()} />
      ) : types === undefined ? (
        <Skeleton variant="rounded" height={240} aria-busy />
      ) : types.length === 0 ? (
        <EmptyState title={t('__name__.empty.title')} description={t('__name__.empty.description')} />
      ) : (
        <List aria-label={t('__name__.types.label')}>
          {types.map((type) => (
            <TypeLine key={type.technicalName} type={type} />
          ))}
        </List>
      )}
    </>
  )
}

function TypeLine({ type }: { type: ContentType }) {
  const { t, i18n } = useTranslation()
  const permission = usePermission('contentItem.createItem')
  const feedback = useFeedback()
  const { featureToggles } = useTenant()
  const title = type.friendlyName[i18n.language] ?? type.friendlyName['en-US'] ?? type.technicalName
  const name = t('__name__.item.name', { type: title })
  const { mutate, isPending } = useAddDraft({
    onSuccess: () => feedback.success(t('__name__.item.added', { name })),
    onError: () => feedback.error(t('__name__.item.refused')),
  })
  const add = () => mutate({ query: { name, technicalContentTypeName: type.technicalName } })
  return (
    <ListItem
      divider
      disableGutters
      secondaryAction={
        <GuardedButton permission={permission} loading={isPending} onClick={add}>
          {t('__name__.item.add')}
        </GuardedButton>
      }
    >
      {/* The tenant has the toggle or not; the settings of the tenant change it. */}
      <ListItemText primary={title} secondary={featureToggles.__name__Details && type.technicalName} />
    </ListItem>
  )
}
