import LockIcon from '@mui/icons-material/LockOutlined'
import type { Operation } from '@pim/api-client'
import { usePermission } from '@pim/shell'
import { EmptyState, PageHeader } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ReadableProps {
  /** The call that the page cannot do without. */
  reads: Operation
  title: string
  children: ReactNode
}

/** A page for those who may read what is on it; for others, in its place, why not. Nothing is asked for in vain. */
export function Readable({ reads, title, children }: ReadableProps) {
  const { t } = useTranslation()
  const { may, reason } = usePermission(reads)
  if (may) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={<LockIcon />} title={t('settings.locked.title', { title })} description={reason} />
    </>
  )
}
