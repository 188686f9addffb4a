import { Box, Button, Stack, Typography } from '@mui/material'
import { PageTitle } from '@pim/ui'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { ShellContext } from '../shell-context.ts'
import type { ErrorPageName } from './error-page-names.ts'
import { ErrorPicture } from './error-picture.tsx'
import { readFacts } from './failure-facts.ts'
import { QuotaWords } from './quota-words.tsx'

interface ErrorPageProps {
  name: ErrorPageName
  /** Outside the shell: the link reloads the page in place of navigating within it. */
  reloadsPage?: boolean
}

/** A page outside the layout that says what happened and how to go on. */
export function ErrorPage({ name, reloadsPage = false }: ErrorPageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { traceId, quota, from } = readFacts(useLocation().state)
  const shell = useContext(ShellContext)
  // Without a tenant every other link leads back to this page, so only signing out is offered.
  const hasNoTenant = shell !== undefined && shell.tenancy.current() === undefined
  // A day later the same page can be read again; before that, going home or back would meet the same quota.
  const retryPath = name === 'quota-reached' ? (from ?? '/') : undefined
  return (
    <Stack
      component="main"
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', textAlign: 'center', p: 3, gap: 1 }}
    >
      <PageTitle>{t(`shell.error.${name}.title`)}</PageTitle>
      <ErrorPicture name={name} />
      <Typography variant="h1" sx={{ fontSize: 24, mt: 3 }}>
        {t(`shell.error.${name}.title`)}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 440 }}>
        {name === 'quota-reached' ? <QuotaWords quota={quota} /> : t(`shell.error.${name}.description`)}
      </Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, mt: 3 }}>
        {hasNoTenant ? (
          <Button variant="contained" onClick={() => void shell.account.logout(shell.session)}>
            {t('shell.logout')}
          </Button>
        ) : reloadsPage ? (
          <Button variant="contained" href={retryPath ?? '/'}>
            {t(retryPath ? 'shell.error.retry' : 'shell.error.home')}
          </Button>
        ) : (
          <Button variant="contained" component={Link} to={retryPath ?? '/'} replace>
            {t(retryPath ? 'shell.error.retry' : 'shell.error.home')}
          </Button>
        )}
        {!reloadsPage && !hasNoTenant && !retryPath && (
          <Button variant="outlined" onClick={() => navigate(-1)}>
            {t('shell.error.back')}
          </Button>
        )}
      </Stack>
      {traceId && (
        <Box sx={{ mt: 4, fontSize: 12, color: 'text.secondary' }}>{t('shell.error.trace', { traceId })}</Box>
      )}
    </Stack>
  )
}
