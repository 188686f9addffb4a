import LockIcon from '@mui/icons-material/LockOutlined'
import { useAccount } from '@pim/shell'
import { EmptyState, PageHeader } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A page for those who run the installation; for others, in its place, why not. Nothing is asked for in vain. */
export function ForOperators({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  if (useAccount().mayOpenTenants === true) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<LockIcon />}
        title={t('settings.locked.title', { title })}
        description={t('settings.tenant.locked')}
      />
    </>
  )
}
