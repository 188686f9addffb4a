import { Paper, Typography } from '@mui/material'
import type { DeployedSection } from '@pim/contract'
import { DataTable, EmptyState, ErrorState, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ForOperators } from '../../parts/for-operators.tsx'
import { useSectionName } from '../../parts/use-section-name.ts'
import { ChangesDialog } from './changes-dialog.tsx'
import { ChooseReleaseDialog } from './choose-release-dialog.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import type { ReleaseAction } from './release-action.ts'
import { useReleaseColumns } from './release-columns.tsx'
import { useSections } from './releases.api.ts'

/** Which release of each section people get, for those who run the installation. */
export function Releases() {
  const { t } = useTranslation()
  return (
    <ForOperators title={t('settings.page.releases')}>
      <ReleaseTable />
    </ForOperators>
  )
}

function ReleaseTable() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSections()
  const [action, setAction] = useState<ReleaseAction>()
  const columns = useReleaseColumns(setAction)
  const sectionName = useSectionName()
  const close = () => setAction(undefined)
  return (
    <>
      <PageHeader title={t('settings.page.releases')} count={data?.length} />
      {isError && !data ? (
        <ErrorState title={t('settings.release.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720, flex: 'none' }}>
            {t('settings.release.about')}
          </Typography>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<DeployedSection>
              label={t('settings.page.releases')}
              columns={columns}
              rows={data}
              rowId={({ section }) => section}
              rowLabel={sectionName}
              expectedRows={4}
              empty={<EmptyState title={t('settings.release.noSection')} />}
            />
          </Paper>
        </>
      )}
      {(action?.kind === 'promote' || action?.kind === 'canary') && (
        <ChooseReleaseDialog kind={action.kind} section={action.section} onClose={close} />
      )}
      {(action?.kind === 'endCanary' || action?.kind === 'rollBack') && (
        <ConfirmStep kind={action.kind} section={action.section} onClose={close} />
      )}
      {action?.kind === 'changes' && <ChangesDialog section={action.section} onClose={close} />}
    </>
  )
}
