import { BackLink } from '@pim/content-kit'
import { PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { runsPath } from '../../parts/paths.ts'
import { ChooseFile } from './choose-file.tsx'
import { SentFile } from './sent-file.tsx'

/**
 * From a file to the rehearsal of what it says. The address has the file, the content type and how the file is read, so a reload
 * goes on where it was.
 */
export function Import() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const importFileId = address.get('file')
  return (
    <>
      <PageHeader
        title={t('exchange.import.title')}
        before={<BackLink to={runsPath} label={t('exchange.run.toList')} />}
      />
      {importFileId === null ? <ChooseFile /> : <SentFile key={importFileId} importFileId={importFileId} />}
    </>
  )
}
