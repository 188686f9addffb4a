import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { IconButton, Paper, Skeleton } from '@mui/material'
import { EmptyState, ErrorState, PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useStoredType } from './content-type.api.ts'
import { TypeEditor } from './type-editor.tsx'

/** One content type: its fields as an item shows them, and what each of them is. */
export function ContentType() {
  const { t } = useTranslation()
  const { technicalName = '' } = useParams()
  const { data, error, refetch } = useStoredType(technicalName)
  if (data) return <TypeEditor key={technicalName} stored={data} before={<WayBack />} />
  const isGone = error?.problem?.code === 'NOT_FOUND'
  return (
    <>
      <PageHeader title={technicalName} before={<WayBack />} />
      {isGone && <EmptyState title={t('settings.type.gone')} description={t('settings.type.goneHint')} />}
      {error && !isGone && <ErrorState title={t('settings.type.loadFailed')} onRetry={() => void refetch()} />}
      {!error && (
        <Paper variant="outlined" aria-hidden sx={{ flexGrow: 1, mb: 2, p: 2 }}>
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} height={44} width={`${90 - ((at * 13) % 30)}%`} />
          ))}
        </Paper>
      )}
    </>
  )
}

function WayBack() {
  const { t } = useTranslation()
  return (
    <IconButton
      component={Link}
      to="/settings/content-types"
      edge="start"
      aria-label={t('settings.type.back')}
      size="small"
    >
      <ArrowBackIcon fontSize="small" />
    </IconButton>
  )
}
