import { useFills } from '@pim/shell/slots'
import { EmptyState, PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'

/** A page of the settings that another section adds. */
export function AddedPage() {
  const { t } = useTranslation()
  const { section = '', page = '' } = useParams()
  const fill = useFills('settings.page').find(({ id }) => id === `${section}/${page}`)
  if (!fill) return <EmptyState title={t('settings.added.gone')} description={t('settings.added.goneText')} />
  const { title, Filled } = fill
  return (
    <>
      <PageHeader title={title} />
      <Filled />
    </>
  )
}
