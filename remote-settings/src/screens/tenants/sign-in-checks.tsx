import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlined'
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import type { SignInCheck } from '@pim/contract'
import { ErrorState } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useSignInChecks } from './tenants.api.ts'

/** How the identity provider is set up, as the sign-in of the person who looks shows it. */
export function SignInChecks({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useSignInChecks()
  return (
    <Stack component="section" aria-busy={isFetching} sx={{ gap: 1.5 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h3">{t('settings.check.title')}</Typography>
        <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
          {t('settings.check.again')}
        </Button>
      </Stack>
      <Typography color="textSecondary">{t('settings.check.hint')}</Typography>
      {isError && !data && <ErrorState title={t('settings.check.failed')} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton variant="rounded" height={160} />}
      {data && (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
          {data.checks.map((check) => (
            <Check key={check.name} check={check} clientId={clientId} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const icons = {
  fulfilled: <CheckIcon color="success" aria-hidden />,
  missing: <ErrorIcon color="error" aria-hidden />,
  ignored: <ErrorIcon color="warning" aria-hidden />,
  notSet: <HelpIcon color="warning" aria-hidden />,
  unknown: <HelpIcon color="action" aria-hidden />,
} as const

function Check({ check: { name, outcome, found }, clientId }: { check: SignInCheck; clientId: string }) {
  const { t } = useTranslation()
  return (
    <Stack component="li" direction="row" sx={{ gap: 1 }}>
      {icons[outcome]}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>
          <strong>{t(`settings.check.outcome.${outcome}`)}</strong> {t(`settings.check.needs.${name}`, { clientId })}
        </Typography>
        {(found !== '' || name !== 'userinfo') && (
          <Typography variant="caption" color="textSecondary" component="p">
            {found === ''
              ? t('settings.check.foundNothing')
              : t(name === 'userinfo' ? 'settings.check.absent' : 'settings.check.found', { found })}
          </Typography>
        )}
        {outcome !== 'fulfilled' && <Typography>{t(todoOf(name, outcome), { clientId })}</Typography>}
      </Box>
    </Stack>
  )
}

function todoOf(name: SignInCheck['name'], outcome: SignInCheck['outcome']): string {
  if (name === 'tenants' || outcome !== 'unknown') return `settings.check.todo.${name}.${outcome}`
  return 'settings.check.todo.noAnswer'
}
