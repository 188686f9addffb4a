import { Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: string
  /** The number of things on the page; `undefined` while it is unknown. */
  count?: number | undefined
  /** Drawn before the title, such as a back link. */
  before?: ReactNode
  /** Drawn after the count, such as a status. */
  after?: ReactNode
  /** Drawn at the right end, the primary button last. */
  actions?: ReactNode
}

/** The first line of every screen, with the page's only `h1`. */
export function PageHeader({ title, count, before, after, actions }: PageHeaderProps) {
  const { i18n } = useTranslation()
  const id = useId()
  return (
    <Stack
      component="header"
      direction="row"
      useFlexGap
      aria-labelledby={id}
      sx={{ alignItems: 'center', flexWrap: 'wrap', gap: { xs: 0.5, sm: 1 }, minHeight: 40, mb: 2, flex: 'none' }}
    >
      <PageTitle>{title}</PageTitle>
      {before}
      <Typography id={id} variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {count !== undefined && (
        <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {new Intl.NumberFormat(i18n.language).format(count)}
        </Typography>
      )}
      {after}
      {actions && (
        <Stack
          direction="row"
          useFlexGap
          sx={{ flexWrap: 'wrap', gap: { xs: 0.5, sm: 1 }, alignItems: 'center', ml: 'auto' }}
        >
          {actions}
        </Stack>
      )}
    </Stack>
  )
}
