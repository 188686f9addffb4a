import LogoutIcon from '@mui/icons-material/Logout'
import { Avatar, Box, Button, IconButton, Popover, Tooltip, Typography } from '@mui/material'
import type { UserProfile } from '@pim/contract'
import { visuallyHidden } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { ThemeSwitch } from '../preferences/theme-switch.tsx'

interface AccountMenuProps {
  profile: UserProfile
  /** The logout is running. */
  isLoggingOut: boolean
  /** Shown here on small screens, which have no footer. */
  poweredBy: string
  onLogout: () => void
}

export function AccountMenu({ profile, isLoggingOut, poweredBy, onLogout }: AccountMenuProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = `${profile.firstName} ${profile.lastName}`.trim()
  const initials = (profile.firstName.slice(0, 1) + profile.lastName.slice(0, 1)).toUpperCase()
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
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
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('shell.account.label', { name }), sx: { width: 312, p: 2 } },
        }}
      >
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        {profile.email && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {profile.email}
          </Typography>
        )}
        <Box sx={{ mt: 2 }}>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
            {t('shell.theme.label')}
          </Typography>
          <ThemeSwitch />
        </Box>
        <Box sx={{ mt: 2 }}>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
            {t('shell.language.label')}
          </Typography>
          <LanguageSwitch userId={profile.userId} />
        </Box>
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 2, display: { md: 'none' } }}>
          {poweredBy}
        </Typography>
      </Popover>
    </>
  )
}
