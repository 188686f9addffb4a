import { Box, Button, Stack, Typography } from '@mui/material'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** By the names of the parts that it shows, one or several, what draws them in their states. */
export type Examples = Readonly<Record<string, ComponentType>>

export const states = ['usual', 'empty', 'loading', 'busy', 'forbidden', 'failed', 'chosen', 'long'] as const

/** One state of a part, named above it. */
export function State({ of, children }: { of: (typeof states)[number]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary" component="h3" sx={{ mb: 1 }}>
        {t(`shell.prototype.state.${of}`)}
      </Typography>
      {children}
    </Box>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      {children}
    </Stack>
  )
}

/** For what lies over the page: a button that opens it. */
export function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('shell.prototype.try')}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

/** A handler that does nothing, and a permission, for parts that need them. */
export const nothing = () => undefined
export const allowed = { may: true, reason: undefined }

export function useForbidden() {
  const { t } = useTranslation()
  return { may: false, reason: t('shell.permission.needs', { role: t('shell.role.admin') }) }
}
