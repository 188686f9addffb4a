import { Box, Button, Link, Popover, Typography } from '@mui/material'
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
  /** The page for name and password at the identity provider. */
  accountUrl: string | undefined
  /** The page was opened, and this one is looked at again. */
  onAccountSeen: () => void
  /** Left out where no section lets the person set anything. */
  onSettings: (() => void) | undefined
  onClose: () => void
}

/** The panel of the account menu: name of the person, where they change it, theme and language. */
export function AccountPanel(props: AccountPanelProps) {
  const { anchor, name, profile, poweredBy, accountUrl, onAccountSeen, onSettings, onClose } = props
  const { t, i18n } = useTranslation()
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
      {accountUrl && (
        <Link
          href={`${accountUrl}?${new URLSearchParams({ kc_locale: i18n.language })}`}
          target="_blank"
          rel="noopener"
          variant="body2"
          onClick={() => addEventListener('focus', onAccountSeen, { once: true })}
          sx={{ display: 'inline-block', mt: 1 }}
        >
          {t('shell.account.change')}
        </Link>
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
      {onSettings && (
        <Button onClick={onSettings} sx={{ mt: 1.5, mx: -1 }}>
          {t('shell.account.settings')}
        </Button>
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 2, display: { md: 'none' } }}>
        {poweredBy}
      </Typography>
    </Popover>
  )
}
