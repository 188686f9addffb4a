import { PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRoutes } from 'react-router'

function Index() {
  const { t } = useTranslation()
  return <PageHeader title={t('shell.prototype.title')} />
}

export default function PrototypePages() {
  return useRoutes([{ path: '*', element: <Index /> }])
}
