import { Box, Popover, Typography } from '@mui/material'
import type { UserProfile } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../language/language-switch.tsx'
import { ThemeSwitch } from '../preferences/theme-switch.tsx'

interface AccountPanelProps {
  /** Closed without one. */
  anchor: HTMLElement | null
  name: string
  profile: UserProfile
  poweredBy: string
  onClose: () => void
}

/** The panel of the account menu: name of the person, theme and language. */
export function AccountPanel({ anchor, name, profile, poweredBy, onClose }: AccountPanelProps) {
  const { t } = useTranslation()
  return (
    <Popover
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
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
  )
}
