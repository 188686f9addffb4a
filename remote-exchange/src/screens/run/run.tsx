import { Button, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { BackLink, useVariations } from '@pim/content-kit'
import { BulkChangePage } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { changeMappingPath, importAgainPath, runPath, runsPath } from '../../parts/paths.ts'
import { Additions } from './additions.tsx'
import { MissingNames } from './missing-names.tsx'

/** One import: its rehearsal, its job, its report, its undo. */
export function Run() {
  const { t } = useTranslation()
  const { bulkChangeId = '' } = useParams()
  const { data } = useApiQuery('bulkChange.getBulkChange', { params: { bulkChangeId } }, { failureGoesTo: 'screen' })
  const file = data?.importedFile?.mapping
  return (
    <BulkChangePage
      bulkChangeId={bulkChangeId}
      pathOf={runPath}
      before={<BackLink to={runsPath} label={t('exchange.run.toList')} />}
      columnPath={file && ((column) => changeMappingPath(bulkChangeId, file, column))}
    >
      <Imported bulkChangeId={bulkChangeId} />
    </BulkChangePage>
  )
}

/** What was imported and how, what of it is not there, and the ways to import again; of an undo, what it has removed. */
function Imported({ bulkChangeId }: { bulkChangeId: string }) {
  const { t } = useTranslation()
  const { data } = useApiQuery('bulkChange.getBulkChange', { params: { bulkChangeId } }, { failureGoesTo: 'screen' })
  const { data: types } = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
  const { variations } = useVariations()
  if (data?.undoOf && data.state === 'done') return <Additions bulkChangeId={bulkChangeId} />
  if (!data?.importedFile) return null
  const { mapping, fileName } = data.importedFile
  const { missingNames = 0, newOptions = 0, newConcepts = 0 } = data.counts
  const hasBegun = data.counts.done > 0 || data.state === 'executing'
  const type = types?.find(({ technicalName }) => technicalName === mapping.technicalContentTypeName)
  const names = missingNames + newOptions + newConcepts
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" sx={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
          {data.name !== null && `${fileName} · `}
          {t(`exchange.choice.mode.${mapping.mode}`)}
          {mapping.publishes && ` · ${t('exchange.choice.publishes')}`}
        </Typography>
        {!hasBegun && (
          <Button size="small" component={Link} to={changeMappingPath(bulkChangeId, mapping)}>
            {t('exchange.run.changeMapping')}
          </Button>
        )}
        <Button size="small" component={Link} to={importAgainPath(bulkChangeId)}>
          {t('exchange.run.again')}
        </Button>
      </Stack>
      {data.state === 'ready' && names > 0 && type && types && variations && (
        <MissingNames key={bulkChangeId} bulkChange={data} {...{ mapping, type, types, variations }} />
      )}
      {data.state === 'done' && newOptions + newConcepts > 0 && <Additions bulkChangeId={bulkChangeId} />}
    </>
  )
}
