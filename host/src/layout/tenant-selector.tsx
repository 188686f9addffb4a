import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore'
import { Button, ListItemText, Menu, MenuItem, Typography } from '@mui/material'
import type { Tenant } from '@pim/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface TenantSelectorProps {
  tenants: readonly Tenant[]
  tenant: Tenant
  onChange: (externalId: string) => void
}

export function TenantSelector({ tenants, tenant, onChange }: TenantSelectorProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('shell.tenant.label') } }}
      >
        {tenants.map(({ externalId, friendlyName }) => (
          <MenuItem
            key={externalId}
            role="menuitemradio"
            aria-checked={externalId === tenant.externalId}
            selected={externalId === tenant.externalId}
            onClick={() => {
              setAnchor(null)
              onChange(externalId)
            }}
          >
            <ListItemText primary={friendlyName} secondary={externalId} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
