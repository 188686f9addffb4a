import { Link, List, ListItem, Typography } from '@mui/material'
import { FieldServicesProvider } from '@pim/field-types/react'
import { PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useRoutes } from 'react-router'
import { ComplexLayoutPage, FieldTypesPage, SimpleLayoutPage } from './content-layouts.tsx'
import { GalleryPage } from './gallery/gallery-page.tsx'
import { PartsPage } from './parts-page.tsx'
import { servicesWithoutItem } from './services-without-item.ts'

const pages = ['parts', 'minimal-mui-test', 'field-types', 'content-layout/simple', 'content-layout/complex']

function PrototypeIndex() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.prototype.title')} />
      <Typography color="textSecondary">{t('shell.prototype.description')}</Typography>
      <List>
        {pages.map((page) => (
          <ListItem key={page} disableGutters>
            <Link component={RouterLink} to={`/prototype/${page}`}>
              {t(`shell.prototype.${page.replace('/', '.')}`)}
            </Link>
          </ListItem>
        ))}
      </List>
    </>
  )
}

export function PrototypePages() {
  const page = useRoutes([
    { index: true, element: <PrototypeIndex /> },
    { path: 'parts', element: <GalleryPage /> },
    { path: 'minimal-mui-test', element: <PartsPage /> },
    { path: 'field-types', element: <FieldTypesPage /> },
    { path: 'content-layout/simple', element: <SimpleLayoutPage /> },
    { path: 'content-layout/complex', element: <ComplexLayoutPage /> },
  ])
  return <FieldServicesProvider value={servicesWithoutItem}>{page}</FieldServicesProvider>
}
