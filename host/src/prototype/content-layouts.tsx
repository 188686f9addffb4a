import { Box, Button, Link, List, ListItem, Paper, Stack, Typography } from '@mui/material'
import { CompletenessBar, PageHeader, StatusDot } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { FieldGroupCard } from './field-list.tsx'
import { fieldGroups } from './prototype-fields.ts'

const formWidth = { maxWidth: 720, width: '100%', mx: 'auto', pb: 4 }

/** All field types that work without an item. */
export function FieldTypesPage() {
  const { t } = useTranslation()
  return (
    <Stack sx={{ ...formWidth, gap: 2 }}>
      <PageHeader title={t('shell.prototype.field-types')} />
      {fieldGroups.map((group) => (
        <FieldGroupCard key={group.name} group={group} />
      ))}
    </Stack>
  )
}

/** One column: an item with few fields. */
export function SimpleLayoutPage() {
  const { t } = useTranslation()
  const [basics] = fieldGroups
  return (
    <Stack sx={formWidth}>
      <PageHeader title={t('shell.prototype.itemName')} after={<StatusDot status="draft" />} />
      {basics && <FieldGroupCard group={basics} />}
    </Stack>
  )
}

/** Three columns: links to the groups, the fields, and a panel. On small screens they are stacked. */
export function ComplexLayoutPage() {
  const { t } = useTranslation()
  return (
    <Box>
      <PageHeader title={t('shell.prototype.itemName')} after={<StatusDot status="draftOverLive" />} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', md: '180px minmax(0, 1fr)', lg: '180px minmax(0, 1fr) 280px' },
          alignItems: 'start',
          pb: 4,
        }}
      >
        <Box
          component="nav"
          aria-label={t('shell.prototype.index')}
          sx={{ position: { md: 'sticky' }, top: 0, alignSelf: 'start' }}
        >
          <List dense disablePadding>
            {fieldGroups.map(({ name, fields }) => (
              <ListItem key={name} disableGutters sx={{ justifyContent: 'space-between' }}>
                <Link href={`#group-${name}`} onClick={jumpTo(`group-${name}`)}>
                  {t(`shell.prototype.group.${name}`)}
                </Link>
                <Typography variant="caption" color="textSecondary">
                  {fields.length}
                </Typography>
              </ListItem>
            ))}
          </List>
        </Box>
        <Stack sx={{ gap: 2 }}>
          {fieldGroups.map((group) => (
            <FieldGroupCard key={group.name} group={group} />
          ))}
        </Stack>
        <Paper component="aside" aria-label={t('shell.prototype.panel')} variant="outlined" sx={{ p: 2 }}>
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            {t('shell.prototype.panel')}
          </Typography>
          <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
            <StatusDot status="draftOverLive" />
            <CompletenessBar value={40} width={120} />
            <Button variant="contained" disabled>
              {t('shell.prototype.try')}
            </Button>
          </Stack>
        </Paper>
      </Box>
    </Box>
  )
}

const jumpTo = (id: string) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById(id)?.scrollIntoView()
}
