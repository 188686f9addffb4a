import { Button, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { Tenant } from '@pim/contract'
import { PageTitle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorPicture } from '../error-pages/error-picture.tsx'
import { useOperatorHome } from './use-operator-home.ts'

/** Stands in place of the sections while the tenant is paused. The header above leads to other tenants. */
export function PausedTenant({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation()
  const tenants = useApiQuery('tenants.getAllTenants', {}, { failureGoesTo: 'screen', staleTime: 60_000 })
  const operatorHome = useOperatorHome()
  const title = t('shell.paused.title', { tenant: tenant.friendlyName })
  return (
    <Stack sx={{ flexGrow: 1, alignItems: 'center', justifyContent: 'center', textAlign: 'center', p: 2, gap: 1 }}>
      <PageTitle>{title}</PageTitle>
      <ErrorPicture name="forbidden" />
      <Typography variant="h1" sx={{ fontSize: 24, mt: 3, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 480 }}>
        {t('shell.paused.description')}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, mt: 3, flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" loading={tenants.isFetching} onClick={() => void tenants.refetch()}>
          {t('shell.paused.retry')}
        </Button>
        {operatorHome !== undefined && (
          <Button variant="contained" component={Link} to={operatorHome}>
            {t('shell.paused.toTenants')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
