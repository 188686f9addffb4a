import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, Stack, Typography } from '@mui/material'
import type { UserProfile } from '@pim/contract'
import { commandKey, Shortcut, visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { type LeadOfSection, type Section, sectionsIn } from '../remotes/sections.ts'
import { useShellParts } from '../shell-context.ts'
import { useConfirmLeaving } from '../unsaved-work/leave-guard.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { SectionTabs } from './section-switcher.tsx'
import { shortWindow } from './short-window.ts'
import { TenantSelector } from './tenant-selector.tsx'

interface HeaderProps {
  profile: UserProfile
  sections: readonly Section[]
  /** Lines of sections for the menu of the tenant. */
  menu: readonly LeadOfSection[]
  /** A section lets people set something for themselves. */
  hasSettings: boolean
  current: Section | undefined
  /** Left out where there is nothing to search. */
  onSearch: (() => void) | undefined
}

export function Header({ profile, sections, menu, hasSettings, current, onSearch }: HeaderProps) {
  const { t } = useTranslation()
  const { account, loader, session, settings, tenancy } = useShellParts()
  const pending = useStore(account.store, (state) => state.pending)
  const confirmLeaving = useConfirmLeaving()
  const tenant = tenancy.current()
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        alignItems: 'center',
        gap: { xs: 0.5, md: 2 },
        height: 56,
        [shortWindow]: { height: 44 },
        flex: 'none',
        px: { xs: 1.5, sm: 3 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '@media print': { display: 'none' },
      }}
    >
      <Box
        component={Link}
        to="/"
        aria-label={t('shell.home', { title: settings.applicationTitle })}
        sx={{ borderRadius: 1, flex: 'none' }}
      >
        <Logo />
      </Box>
      <SectionTabs sections={sectionsIn(sections, 'switcher')} current={current} loader={loader} />
      <Box sx={{ flexGrow: 1 }} />
      {onSearch && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
          startIcon={<SearchIcon fontSize="small" />}
          sx={{
            color: 'text.secondary',
            borderColor: 'divider',
            fontWeight: 400,
            minWidth: 0,
            flex: 'none',
            width: { lg: 220 },
            justifyContent: 'flex-start',
            '& .MuiButton-startIcon': { mr: { xs: 0, md: 1 }, ml: 0 },
          }}
        >
          <Typography
            component="span"
            variant="inherit"
            sx={(theme) => ({ flexGrow: 1, textAlign: 'left', [theme.breakpoints.down('lg')]: visuallyHidden })}
          >
            {t('shell.palette.search')}
          </Typography>
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            <Shortcut keys={[commandKey, 'K']} />
          </Box>
        </Button>
      )}
      {tenant && (
        <TenantSelector
          tenants={tenancy.tenants()}
          tenant={tenant}
          sections={sectionsIn(sections, 'menu')}
          leads={menu}
          current={current}
          loader={loader}
          onChange={async (externalId) => {
            if (await confirmLeaving()) tenancy.change(externalId)
          }}
        />
      )}
      <AccountMenu
        profile={profile}
        isLoggingOut={pending}
        poweredBy={settings.poweredByText}
        accountUrl={session.accountUrl}
        onAccountSeen={() => void account.reload()}
        hasSettings={hasSettings}
        onLogout={async () => {
          if (await confirmLeaving()) await account.logout(session)
        }}
      />
    </Stack>
  )
}
