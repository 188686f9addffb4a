import { Button, Skeleton, Stack } from '@mui/material'
import { roleFor } from '@pim/api-client'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useTenant } from '@pim/shell'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { type Page, pagePath, pages } from './settings-pages.ts'

/** The pages beside each other; above what they show where it is narrow. */
export function SettingsFrame() {
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ flexGrow: 1, minHeight: 0, gap: { xs: 1, md: 3 } }}>
      <PageLinks />
      <Stack sx={{ flexGrow: 1, minWidth: 0, minHeight: 0 }}>
        <Suspense fallback={<ScreenOnItsWay />}>
          <Outlet />
        </Suspense>
      </Stack>
    </Stack>
  )
}

/** Of `/settings`: the first page that the role may read. */
export function FirstPage() {
  const { role } = useAccount()
  const offered = useOfferedPages()
  const first = offered.find(({ reads }) => reaches(role, roleFor(reads))) ?? offered[0] ?? pages[0]
  return <Navigate to={pagePath(first.name)} replace />
}

/** Without a tenant, or with a paused one: only pages that read nothing of a tenant. */
function useOfferedPages(): readonly Page[] {
  const { externalId, isPaused } = useTenant()
  const mayOperate = useAccount().mayOpenTenants === true
  const isOpen = externalId !== '' && isPaused !== true
  return pages.filter((page) => ('isForOperators' in page ? mayOperate : isOpen))
}

/** Where the row of pages is wider than the screen, the one that is open is in sight. */
const showInRow = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function PageLinks() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const offered = useOfferedPages()
  return (
    <Stack
      component="nav"
      aria-label={t('settings.section.title')}
      direction={{ xs: 'row', md: 'column' }}
      sx={{
        flex: 'none',
        // As wide as the longest name in the language that is shown.
        width: { md: 'max-content' },
        minWidth: { md: 176 },
        maxWidth: { md: 240 },
        gap: 0.5,
        // Room for the ring of what has the focus, which a region that scrolls would cut off.
        p: 0.5,
        m: -0.5,
        overflowX: { xs: 'auto', md: 'visible' },
      }}
    >
      {offered.map(({ name }) => {
        const path = pagePath(name)
        const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
        return (
          <Button
            key={name}
            component={Link}
            to={path}
            color="inherit"
            aria-current={isCurrent ? 'page' : undefined}
            ref={isCurrent ? showInRow : undefined}
            sx={{
              flex: 'none',
              justifyContent: 'flex-start',
              textAlign: 'left',
              whiteSpace: { xs: 'nowrap', md: 'normal' },
              px: 1.5,
              color: isCurrent ? 'primary.main' : 'text.secondary',
              bgcolor: isCurrent ? 'action.selected' : 'transparent',
            }}
          >
            {t(`settings.page.${name}`)}
          </Button>
        )
      })}
    </Stack>
  )
}

/** As large as what will stand there, so that nothing jumps. */
function ScreenOnItsWay() {
  return (
    <Stack aria-hidden sx={{ gap: 2, flexGrow: 1 }}>
      <Skeleton variant="rounded" width={200} height={36} />
      <Skeleton variant="rounded" sx={{ flexGrow: 1, mb: 2 }} />
    </Stack>
  )
}
