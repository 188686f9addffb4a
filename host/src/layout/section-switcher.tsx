import { Button, ButtonBase, Stack, SvgIcon } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { preloadOnHover } from '../remotes/preload-on-hover.ts'
import type { SectionLoader } from '../remotes/section-loader.ts'
import type { Section } from '../remotes/sections.ts'
import { useSectionTitle } from '../remotes/use-section-title.ts'
import { shortWindow } from './short-window.ts'

interface SectionSwitcherProps {
  sections: readonly Section[]
  current: Section | undefined
  loader: SectionLoader
}

/** The sections as tabs in the header. */
export function SectionTabs({ sections, current, loader }: SectionSwitcherProps) {
  const { t } = useTranslation()
  const titleOf = useSectionTitle()
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={t('shell.sections')}
      sx={{ gap: 0.5, display: { xs: 'none', md: 'flex' } }}
    >
      {sections.map((section) => {
        const isCurrent = section.name === current?.name
        return (
          <Button
            key={section.name}
            component={Link}
            to={section.home}
            color="inherit"
            aria-current={isCurrent ? 'page' : undefined}
            {...preloadOnHover(loader, section)}
            sx={{
              px: 1.5,
              color: isCurrent ? 'primary.main' : 'text.secondary',
              bgcolor: isCurrent ? 'action.selected' : 'transparent',
            }}
          >
            {titleOf(section)}
          </Button>
        )
      })}
    </Stack>
  )
}

/** The sections as a bar at the bottom, below 900 px. */
export function SectionBar({ sections, current, loader }: SectionSwitcherProps) {
  const { t } = useTranslation()
  const titleOf = useSectionTitle()
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={t('shell.sections')}
      sx={{
        display: { xs: 'flex', md: 'none' },
        flex: 'none',
        justifyContent: 'center',
        // Grows where the name of a section takes several lines.
        minHeight: 56,
        [shortWindow]: { minHeight: 36 },
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        pb: 'env(safe-area-inset-bottom)',
        '@media print': { display: 'none' },
      }}
    >
      {sections.map((section) => {
        const isCurrent = section.name === current?.name
        return (
          <ButtonBase
            key={section.name}
            component={Link}
            to={section.home}
            aria-current={isCurrent ? 'page' : undefined}
            {...preloadOnHover(loader, section)}
            sx={{
              flex: 1,
              flexDirection: 'column',
              minWidth: 64,
              maxWidth: 168,
              px: 0.5,
              py: 0.5,
              fontSize: 12,
              lineHeight: 1.2,
              textAlign: 'center',
              overflowWrap: 'anywhere',
              hyphens: 'auto',
              fontWeight: isCurrent ? 600 : 500,
              color: isCurrent ? 'primary.main' : 'text.secondary',
            }}
          >
            <SvgIcon sx={{ [shortWindow]: { display: 'none' } }}>{section.icon && <path d={section.icon} />}</SvgIcon>
            {titleOf(section)}
          </ButtonBase>
        )
      })}
    </Stack>
  )
}
