import { Box, Button, Stack, Typography } from '@mui/material'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { ShellContext } from '../shell-context.ts'
import { type ErrorPageName, ErrorPicture } from './error-picture.tsx'

interface ErrorPageProps {
  name: ErrorPageName
  /** There is no shell to go back into: leaving the page starts the product anew. */
  startsAnew?: boolean
}

/** Outside the layout: what happened, what was kept, and the way on. */
export function ErrorPage({ name, startsAnew = false }: ErrorPageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const traceId = traceIdOf(useLocation().state)
  const shell = useContext(ShellContext)
  // Without a tenant every way on leads back here, but for the one out.
  const isOutside = shell !== undefined && shell.tenancy.current() === undefined
  return (
    <Stack
      component="main"
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', textAlign: 'center', p: 3, gap: 1 }}
    >
      <title>{t(`shell.error.${name}.title`)}</title>
      <ErrorPicture name={name} />
      <Typography variant="h1" sx={{ fontSize: 24, mt: 3 }}>
        {t(`shell.error.${name}.title`)}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 440 }}>
        {t(`shell.error.${name}.description`)}
      </Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, mt: 3 }}>
        {isOutside ? (
          <Button variant="contained" onClick={() => void shell.account.logout(shell.session)}>
            {t('shell.logout')}
          </Button>
        ) : startsAnew ? (
          <Button variant="contained" href="/">
            {t('shell.error.home')}
          </Button>
        ) : (
          <Button variant="contained" component={Link} to="/" replace>
            {t('shell.error.home')}
          </Button>
        )}
        {!startsAnew && !isOutside && (
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

function traceIdOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('traceId' in state)) return undefined
  return typeof state.traceId === 'string' ? state.traceId : undefined
}
