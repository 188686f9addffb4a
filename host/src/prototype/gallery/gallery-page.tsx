import { Box, Link, List, ListItem, Paper, Stack, Typography } from '@mui/material'
import { ApiProvider } from '@pim/api-client/react'
import { useTenant } from '@pim/shell'
import { ErrorState, PageHeader } from '@pim/ui'
import { Component, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { ThemeSwitch } from '../../preferences/theme-switch.tsx'
import { useShellParts } from '../../shell-context.ts'
import type { Examples } from './example.tsx'
import { partsOfKit } from './parts-of-kit.tsx'
import { partsOfUi } from './parts-of-ui.tsx'
import { readOnlyClient } from './read-only-client.ts'

/** By package, the parts with what shows them. */
export const gallery: Readonly<Record<string, Examples>> = { '@pim/ui': partsOfUi, '@pim/content-kit': partsOfKit }

/** All that sections build their screens of: one part at a time, with the others beside it. Nothing of the tenant is changed. */
export function GalleryPage() {
  const { t } = useTranslation()
  const { client, queryClient } = useShellParts()
  const { externalId } = useTenant()
  const readOnly = useMemo(() => readOnlyClient(client), [client])
  const [address] = useSearchParams()
  const all = Object.values(gallery).flatMap(Object.entries)
  const [name = '', Example] = all.find(([each]) => each === address.get('part')) ?? all[0] ?? []
  return (
    <>
      <PageHeader title={t('shell.prototype.parts')} actions={<ThemeSwitch />} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', md: '240px minmax(0, 1fr)' },
          alignItems: 'start',
          pb: 4,
        }}
      >
        <Box
          component="nav"
          aria-label={t('shell.prototype.index')}
          // Beside the part, wherever the list of parts was scrolled to.
          sx={{
            position: { md: 'sticky' },
            top: 0,
            maxHeight: { xs: 220, md: 'calc(100dvh - 180px)' },
            overflow: 'auto',
          }}
        >
          {Object.entries(gallery).map(([from, parts]) => (
            <Box key={from}>
              <Typography variant="h3" component="h2">
                {from}
              </Typography>
              <List dense>
                {Object.keys(parts).map((each) => (
                  <ListItem key={each} disableGutters sx={{ py: 0.25 }}>
                    <Link
                      component={RouterLink}
                      to={`?part=${encodeURIComponent(each)}`}
                      aria-current={each === name ? 'page' : undefined}
                      sx={{ overflowWrap: 'anywhere', fontWeight: each === name ? 600 : 400 }}
                    >
                      {each}
                    </Link>
                  </ListItem>
                ))}
              </List>
            </Box>
          ))}
        </Box>
        <Paper component="section" aria-label={name} variant="outlined" sx={{ p: { xs: 1.5, sm: 3 }, minWidth: 0 }}>
          <Typography variant="h2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <ApiProvider client={readOnly} queryClient={queryClient} tenantId={externalId}>
            <Boundary key={name} title={t('shell.prototype.failed')}>
              <Stack sx={{ gap: 3, '& > .MuiButtonBase-root': { alignSelf: 'start' } }}>{Example && <Example />}</Stack>
            </Boundary>
          </ApiProvider>
        </Paper>
      </Box>
    </>
  )
}

/** One part that throws leaves the others to be tried. */
class Boundary extends Component<{ readonly title: string; readonly children: ReactNode }> {
  override state: { readonly cause?: unknown } = {}
  static getDerivedStateFromError = (cause: unknown) => ({ cause })
  override render() {
    const { cause } = this.state
    return cause === undefined ? (
      this.props.children
    ) : (
      <ErrorState title={this.props.title} description={String(cause)} />
    )
  }
}
