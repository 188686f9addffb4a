import { Alert, Box, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { QuotaUse, Usage as UsageAnswer } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { ErrorState, PageHeader, RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { parts, shareOf } from '../../parts/usage-amounts.ts'

/** The quotas of the tenant with their use, and a notice of those that are nearly reached. */
export function Usage() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useApiQuery('quotas.getUsage', {}, { failureGoesTo: 'screen' })
  return (
    <>
      <PageHeader title={t('settings.page.usage')} />
      {isError && !data ? (
        <ErrorState title={t('settings.usage.failed')} onRetry={() => void refetch()} />
      ) : (
        <Stack sx={{ gap: 2, pb: 2, maxWidth: 720 }}>
          {data && <Notice quotas={data.quotas} />}
          {parts.map(({ name, quotas }) => (
            <Paper key={name} variant="outlined" component="section" sx={{ p: { xs: 2, sm: 3 } }}>
              <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
                {t(`settings.usage.part.${name}`)}
              </Typography>
              <Stack sx={{ gap: 2.5 }}>
                {quotas.map((quota) => (
                  <Meter key={quota} quota={quota} use={data?.quotas.find((each) => each.quota === quota)} />
                ))}
              </Stack>
            </Paper>
          ))}
          <Footnote usage={data} />
        </Stack>
      )}
    </>
  )
}

/** Told before anything is refused. */
function Notice({ quotas }: { quotas: readonly QuotaUse[] }) {
  const { t } = useTranslation()
  const named = (state: QuotaUse['state']) =>
    quotas.filter((each) => each.state === state).map(({ quota }) => t(`settings.usage.quota.${quota}`))
  const [reached, near] = [named('reached'), named('near')]
  if (reached.length + near.length === 0) return null
  return (
    <Alert severity={reached.length > 0 ? 'error' : 'warning'}>
      {reached.length > 0 && <div>{t('settings.usage.reached', { names: reached })}</div>}
      {near.length > 0 && <div>{t('settings.usage.near', { names: near })}</div>}
      <div>{t('settings.usage.whatToDo')}</div>
    </Alert>
  )
}

const colours = { free: 'primary.main', near: 'warning.main', reached: 'error.main' } as const

function Meter({ quota, use }: { quota: QuotaUse['quota']; use: QuotaUse | undefined }) {
  const { t, i18n } = useTranslation()
  const name = t(`settings.usage.quota.${quota}`)
  const said = use && amountsOf(use, t, i18n.language)
  const share = use ? shareOf(use) : 0
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', columnGap: 2, mb: 0.75 }}>
        <Typography variant="body2">{name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {said ?? <Skeleton width={96} />}
        </Typography>
      </Stack>
      {use?.limit === null ? null : (
        <Box
          {...(use
            ? {
                role: 'meter',
                'aria-label': name,
                'aria-valuemin': 0,
                'aria-valuemax': 100,
                'aria-valuenow': share,
                'aria-valuetext': said,
              }
            : { 'aria-hidden': true })}
          sx={{ height: 8, borderRadius: 4, bgcolor: 'divider', overflow: 'hidden' }}
        >
          <Box
            sx={{ height: '100%', borderRadius: 4, bgcolor: colours[use?.state ?? 'free'] }}
            // At least 4 px, so that a small use can be told from none.
            style={{ width: use && use.used > 0 ? `max(4px, ${share}%)` : 0 }}
          />
        </Box>
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        {t(`settings.usage.about.${quota}`)}
      </Typography>
    </Box>
  )
}

function amountsOf(
  use: QuotaUse,
  t: (key: string, values: Record<string, unknown>) => string,
  language: string,
): string {
  const used = amountOf(use.quota, use.used, language)
  if (use.limit === null) return t('settings.usage.unlimited', { used })
  const limit = amountOf(use.quota, use.limit, language)
  return t(`settings.usage.amount.${use.state}`, { used, limit, share: shareOf(use) })
}

function Footnote({ usage }: { usage: UsageAnswer | undefined }) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" color="textSecondary">
      {t('settings.usage.whoSets')} {t('settings.usage.nextDay')}{' '}
      {usage ? <RelativeTime time={usage.nextDayAt} /> : null}
    </Typography>
  )
}
