import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore'
import { Button, Typography } from '@mui/material'
import { partOnDemand } from '@pim/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantMenuProps } from './tenant-menu.tsx'

const TenantMenu = partOnDemand<TenantMenuProps>(async () => (await import('./tenant-menu.tsx')).TenantMenu)

export const fetchTenantMenu = TenantMenu.prefetch

type TenantSelectorProps = Omit<TenantMenuProps, 'anchor' | 'onClose'>

export function TenantSelector(props: TenantSelectorProps) {
  const { tenant } = props
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useRef(false)
  wasOpened.current ||= anchor !== null
  return (
    <>
      <Button
        color="inherit"
        endIcon={<UnfoldMoreIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={t('shell.tenant.current', { tenant: tenant.friendlyName })}
        onClick={(event) => setAnchor(event.currentTarget)}
        onPointerEnter={fetchTenantMenu}
        onFocus={fetchTenantMenu}
        sx={{ minWidth: 0, '& .MuiButton-endIcon': { ml: 0.5, color: 'text.secondary' } }}
      >
        <Typography component="span" variant="inherit" noWrap>
          {tenant.friendlyName}
        </Typography>
      </Button>
      {wasOpened.current && <TenantMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
