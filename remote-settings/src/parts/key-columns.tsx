import { Box, Typography } from '@mui/material'
import { type Column, RelativeTime, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stateLooks, stateOf } from './key-state.ts'

interface AnyKey {
  readonly name: string
  readonly prefix: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly lastUsedAt: string | null
}

/** The columns that keys of every kind have: name, state, end and last use. */
export function useKeyColumns<Key extends AnyKey>() {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
    return {
      name: {
        id: 'name',
        header: t('settings.key.name'),
        cell: ({ name, prefix }) => (
          <Box sx={{ py: 0.75 }}>
            <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'break-word' }}>
              {name}
            </Typography>
            <Typography variant="caption" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
              {prefix}…
            </Typography>
          </Box>
        ),
      },
      state: {
        id: 'state',
        header: t('settings.key.state'),
        width: 130,
        cell: (key) => {
          const state = stateOf(key, Date.now())
          return <StateDot look={stateLooks[state]} label={t(`settings.key.state.${state}`)} />
        },
      },
      expires: {
        id: 'expires',
        header: t('settings.key.expires'),
        hideBelow: 'lg',
        width: 130,
        cell: ({ expiresAt }) => (expiresAt ? day.format(Date.parse(expiresAt)) : t('settings.key.never')),
      },
      used: {
        id: 'used',
        header: t('settings.key.used'),
        hideBelow: 'lg',
        width: 130,
        cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t('settings.key.never')),
      },
    } satisfies Record<string, Column<Key>>
  }, [t, i18n.language])
}
