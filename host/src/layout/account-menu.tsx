import LogoutIcon from '@mui/icons-material/Logout'
import { Avatar, Box, Button, IconButton, Tooltip, Typography } from '@mui/material'
import type { UserProfile } from '@pim/contract'
import { partOnDemand, visuallyHidden } from '@pim/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const AccountPanel = partOnDemand(async () => (await import('./account-panel.tsx')).AccountPanel)
const MySettings = partOnDemand(async () => (await import('../account/my-settings.tsx')).MySettings)

interface AccountMenuProps {
  profile: UserProfile
  /** The logout is running. */
  isLoggingOut: boolean
  /** Shown here on small screens, which have no footer. */
  poweredBy: string
  accountUrl: string | undefined
  onAccountSeen: () => void
  /** A section lets the person set something for themselves. */
  hasSettings: boolean
  onLogout: () => void
}

export function AccountMenu(props: AccountMenuProps) {
  const { profile, isLoggingOut, poweredBy, accountUrl, onAccountSeen, onLogout } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSetting, setSetting] = useState(false)
  const wasOpened = useRef(false)
  wasOpened.current ||= anchor !== null
  const name = `${profile.firstName} ${profile.lastName}`.trim()
  const initials = (profile.firstName.slice(0, 1) + profile.lastName.slice(0, 1)).toUpperCase()
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        onPointerEnter={AccountPanel.prefetch}
        onFocus={AccountPanel.prefetch}
        sx={{ gap: 1, minWidth: 0, px: 1, fontWeight: 500 }}
      >
        <Avatar
          aria-hidden
          sx={{ width: 28, height: 28, fontSize: 12, fontWeight: 600, bgcolor: 'primary.light', color: 'primary.main' }}
        >
          {initials}
        </Avatar>
        <Typography
          aria-hidden
          component="span"
          variant="inherit"
          noWrap
          sx={{ display: { xs: 'none', lg: 'inline' } }}
        >
          {name}
        </Typography>
        <Box component="span" sx={visuallyHidden}>
          {t('shell.account.label', { name })}
        </Box>
      </Button>
      <Tooltip title={t('shell.logout')}>
        <span>
          <IconButton aria-label={t('shell.logout')} loading={isLoggingOut} onClick={onLogout} edge="end">
            <LogoutIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      {wasOpened.current && (
        <AccountPanel
          anchor={anchor}
          name={name}
          profile={profile}
          poweredBy={poweredBy}
          accountUrl={accountUrl}
          onAccountSeen={onAccountSeen}
          onSettings={
            props.hasSettings
              ? () => {
                  setAnchor(null)
                  setSetting(true)
                }
              : undefined
          }
          onClose={() => setAnchor(null)}
        />
      )}
      {isSetting && <MySettings onClose={() => setSetting(false)} />}
    </>
  )
}
