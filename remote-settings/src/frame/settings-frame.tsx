import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { roleFor } from '@pim/api-client'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useTenant } from '@pim/shell'
import { useFills } from '@pim/shell/slots'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { addedPagePath, groupOf, type Page, pageGroups, pagePath, pages } from './settings-pages.ts'

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

/** Two lists where there are pages of both kinds: what is set in one holds for the tenant, in the other for all tenants. */
function PageLinks() {
  const { t } = useTranslation()
  const offered = useOfferedPages()
  const added = useFills('settings.page').map(({ id, title }) => ({ path: addedPagePath(id), title }))
  const groups = pageGroups
    .map((group) => ({
      group,
      links: [
        ...offered
          .filter((page) => groupOf(page) === group)
          .map(({ name }) => ({ path: pagePath(name), title: t(`settings.page.${name}`) })),
        ...(group === 'tenant' ? added : []),
      ],
    }))
    .filter(({ links }) => links.length > 0)
  const { friendlyName } = useTenant()
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
        gap: { xs: 1, md: 2 },
        // Room for the ring of what has the focus, which a region that scrolls would cut off.
        p: 0.5,
        m: -0.5,
        overflowX: { xs: 'auto', md: 'visible' },
      }}
    >
      {groups.map(({ group, links }) => (
        <PageGroup
          key={group}
          pages={links}
          title={t(`settings.pages.${group}`, { name: friendlyName })}
          isTitleShown={groups.length > 1}
        />
      ))}
    </Stack>
  )
}

interface PageGroupProps {
  pages: readonly { readonly path: string; readonly title: string }[]
  title: string
  /** One list alone needs no title to be told from another. */
  isTitleShown: boolean
}

function PageGroup({ pages: links, title, isTitleShown }: PageGroupProps) {
  const { pathname } = useLocation()
  const titleId = useId()
  return (
    <Stack direction={{ xs: 'row', md: 'column' }} sx={{ flex: 'none', gap: 0.5 }}>
      {isTitleShown && (
        <Typography
          id={titleId}
          variant="caption"
          color="textSecondary"
          sx={{ px: 1.5, py: 0.5, alignSelf: { xs: 'center', md: 'auto' }, whiteSpace: { xs: 'nowrap', md: 'normal' } }}
        >
          {title}
        </Typography>
      )}
      <Stack
        component="ul"
        direction={{ xs: 'row', md: 'column' }}
        aria-labelledby={isTitleShown ? titleId : undefined}
        sx={{ m: 0, p: 0, gap: 0.5, listStyle: 'none' }}
      >
        {links.map(({ path, title: name }) => {
          const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
          return (
            <Box component="li" key={path} sx={{ display: 'flex' }}>
              <Button
                component={Link}
                to={path}
                color="inherit"
                aria-current={isCurrent ? 'page' : undefined}
                ref={isCurrent ? showInRow : undefined}
                sx={{
                  flex: { xs: 'none', md: 1 },
                  justifyContent: 'flex-start',
                  textAlign: 'left',
                  whiteSpace: { xs: 'nowrap', md: 'normal' },
                  px: 1.5,
                  color: isCurrent ? 'primary.main' : 'text.secondary',
                  bgcolor: isCurrent ? 'action.selected' : 'transparent',
                }}
              >
                {name}
              </Button>
            </Box>
          )
        })}
      </Stack>
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
