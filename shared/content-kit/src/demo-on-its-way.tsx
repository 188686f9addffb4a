import { EmptyState } from '@pim/ui'
import { useTranslation } from 'react-i18next'

/** In place of what a list without rows says otherwise: nobody has to do anything. */
export function DemoOnItsWay() {
  const { t } = useTranslation()
  return <EmptyState title={t('kit.demo.empty')} description={t('kit.demo.emptyHint')} />
}
