import { Button, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { BackLink } from '@pim/content-kit'
import { BulkChangePage } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { importAgainPath, importPath, runPath, runsPath } from '../../parts/paths.ts'

/** One import: its rehearsal, its job, its report, its undo. */
export function Run() {
  const { t } = useTranslation()
  const { bulkChangeId = '' } = useParams()
  return (
    <BulkChangePage
      bulkChangeId={bulkChangeId}
      pathOf={runPath}
      before={<BackLink to={runsPath} label={t('exchange.run.toList')} />}
    >
      <Imported bulkChangeId={bulkChangeId} />
    </BulkChangePage>
  )
}

/** What was imported and how, and the ways to import again; nothing of an undo. */
function Imported({ bulkChangeId }: { bulkChangeId: string }) {
  const { t } = useTranslation()
  const { data } = useApiQuery('bulkChange.getBulkChange', { params: { bulkChangeId } }, { failureGoesTo: 'screen' })
  if (!data?.importedFile) return null
  const { mapping, fileName } = data.importedFile
  const hasBegun = data.counts.done > 0 || data.state === 'executing'
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" sx={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        {data.name !== null && `${fileName} · `}
        {t(`exchange.choice.mode.${mapping.mode}`)}
        {mapping.publishes && ` · ${t('exchange.choice.publishes')}`}
      </Typography>
      {!hasBegun && (
        <Button
          size="small"
          component={Link}
          to={`${importPath}?file=${mapping.importFileId}&type=${mapping.technicalContentTypeName}`}
        >
          {t('exchange.run.changeMapping')}
        </Button>
      )}
      <Button size="small" component={Link} to={importAgainPath(bulkChangeId)}>
        {t('exchange.run.again')}
      </Button>
    </Stack>
  )
}
