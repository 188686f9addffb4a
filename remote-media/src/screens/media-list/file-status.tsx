import { Typography } from '@mui/material'
import type { SearchContentDocument } from '@pim/contract'
import { StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'

/** What state a file is in, as lists say it; a deleted one has no other. */
export function FileStatus({ row }: { row: SearchContentDocument }) {
  const { t } = useTranslation()
  if (!row.isDeleted) return <StatusDot status={statusLookOf(row)} />
  return (
    <Typography variant="inherit" color="error">
      {t('media.list.deleted')}
    </Typography>
  )
}
