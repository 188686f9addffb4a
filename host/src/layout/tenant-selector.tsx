import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore'
import { Button, Divider, ListItemText, MenuItem, SvgIcon, Typography } from '@mui/material'
import type { Tenant } from '@pim/contract'
import { Menu } from '@pim/ui/on-demand'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { preloadOnHover } from '../remotes/preload-on-hover.ts'
import type { SectionLoader } from '../remotes/section-loader.ts'
import type { LeadOfSection, Section } from '../remotes/sections.ts'
import { useSectionText, useSectionTitle } from '../remotes/use-section-title.ts'

interface TenantSelectorProps {
  tenants: readonly Tenant[]
  tenant: Tenant
  /** The sections that are placed in this menu. */
  sections: readonly Section[]
  /** Lines of sections that lead to one of their screens. */
  leads: readonly LeadOfSection[]
  current: Section | undefined
  loader: SectionLoader
  onChange: (externalId: string) => void
}

export function TenantSelector({ tenants, tenant, sections, leads, current, loader, onChange }: TenantSelectorProps) {
  const { t } = useTranslation()
  const titleOf = useSectionTitle()
  const textOf = useSectionText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        color="inherit"
        endIcon={<UnfoldMoreIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={t('shell.tenant.current', { tenant: tenant.friendlyName })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, '& .MuiButton-endIcon': { ml: 0.5, color: 'text.secondary' } }}
      >
        <Typography component="span" variant="inherit" noWrap>
          {tenant.friendlyName}
        </Typography>
      </Button>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ list: { 'aria-label': t('shell.tenant.label') } }}
      >
        {tenants.map(({ externalId, friendlyName }) => (
          <MenuItem
            key={externalId}
            role="menuitemradio"
            aria-checked={externalId === tenant.externalId}
            selected={externalId === tenant.externalId}
            onClick={() => {
              close()
              onChange(externalId)
            }}
          >
            <ListItemText primary={friendlyName} secondary={externalId} />
          </MenuItem>
        ))}
        {sections.length + leads.length > 0 && <Divider component="li" role="separator" />}
        {sections.map((section) => (
          <MenuItem
            key={section.name}
            component={Link}
            to={section.home}
            aria-current={section.name === current?.name ? 'page' : undefined}
            onClick={close}
            {...preloadOnHover(loader, section)}
            sx={{ gap: 1.5 }}
          >
            <SvgIcon fontSize="small" sx={{ color: 'text.secondary' }}>
              {section.icon && <path d={section.icon} />}
            </SvgIcon>
            {titleOf(section)}
          </MenuItem>
        ))}
        {leads.map(({ section, lead }) => (
          <MenuItem
            key={`${section.name} ${lead.path}`}
            component={Link}
            to={lead.path}
            onClick={close}
            {...preloadOnHover(loader, section)}
            // As far in as the words of the sections, which have an icon before them.
            sx={{ pl: 6 }}
          >
            {textOf(section, lead.titleKey) ?? titleOf(section)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
