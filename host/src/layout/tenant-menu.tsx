import { Divider, ListItemText, Menu, MenuItem, SvgIcon } from '@mui/material'
import type { Tenant } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { preloadOnHover } from '../remotes/preload-on-hover.ts'
import type { SectionLoader } from '../remotes/section-loader.ts'
import type { LeadOfSection, Section } from '../remotes/sections.ts'
import { useSectionText, useSectionTitle } from '../remotes/use-section-title.ts'

export interface TenantMenuProps {
  tenants: readonly Tenant[]
  tenant: Tenant
  /** The sections that are placed in this menu. */
  sections: readonly Section[]
  /** Lines of sections that lead to one of their screens. */
  leads: readonly LeadOfSection[]
  current: Section | undefined
  loader: SectionLoader
  onChange: (externalId: string) => void
  /** The button that it opened from; null once it is closed. */
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
}

/** The menu of the tenant's button: the tenants, and the sections that have no tab. */
export function TenantMenu(props: TenantMenuProps) {
  const { tenants, tenant, sections, leads, current, loader, onChange, anchor, onClose } = props
  const { t } = useTranslation()
  const titleOf = useSectionTitle()
  const textOf = useSectionText()
  return (
    <Menu
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('shell.tenant.label') } }}
    >
      {tenants.map(({ externalId, friendlyName }) => (
        <MenuItem
          key={externalId}
          role="menuitemradio"
          aria-checked={externalId === tenant.externalId}
          selected={externalId === tenant.externalId}
          onClick={() => {
            onClose()
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
          onClick={onClose}
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
          onClick={onClose}
          {...preloadOnHover(loader, section)}
          // Aligned with the texts of the sections, which have an icon before them.
          sx={{ pl: 6 }}
        >
          {textOf(section, lead.titleKey) ?? titleOf(section)}
        </MenuItem>
      ))}
    </Menu>
  )
}
