import { PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'

export function Start() {
  const { t } = useTranslation()
  return <PageHeader title={t('taxonomy.section.title')} />
}
