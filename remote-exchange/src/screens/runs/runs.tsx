import { Button } from '@mui/material'
import { BulkChangeList } from '@pim/content-kit/bulk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { exportPath, importPath, runPath, schedulesPath } from '../../parts/paths.ts'

/** The imports there were, with what took them back; and the way to a new one. */
export function Runs() {
  const { t } = useTranslation()
  return (
    <BulkChangeList
      pathOf={runPath}
      imports
      words={{
        title: t('exchange.section.title'),
        empty: t('exchange.runs.empty'),
        emptyHint: t('exchange.runs.emptyHint'),
        notRead: t('exchange.runs.notRead'),
      }}
      actions={
        <>
          <Button variant="outlined" component={Link} to={schedulesPath}>
            {t('exchange.schedules.title')}
          </Button>
          <Button variant="outlined" component={Link} to={exportPath}>
            {t('exchange.export.open')}
          </Button>
          <Button variant="contained" component={Link} to={importPath}>
            {t('exchange.import.open')}
          </Button>
        </>
      }
    />
  )
}
