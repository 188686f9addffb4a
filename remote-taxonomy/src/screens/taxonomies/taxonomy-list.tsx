import { List, ListItem, ListItemButton, ListItemText, Skeleton, Stack, Typography } from '@mui/material'
import type { Taxonomy } from '@pim/contract'
import { SearchField } from '@pim/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ofTaxonomy, writeTaxonomyState } from './taxonomy-state.ts'

interface TaxonomyListProps {
  taxonomies: readonly Taxonomy[] | undefined
  selectedId: string | undefined
}

/** More than this are found sooner than they are read. */
const worthSearching = 12
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** One stop of the Tab key; the arrows go from one taxonomy to the next, Enter opens it. */
export function TaxonomyList({ taxonomies, selectedId }: TaxonomyListProps) {
  const { t, i18n } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [searchText, setSearchText] = useState('')
  if (!taxonomies) {
    return (
      <Stack sx={{ px: 2, gap: 1.5 }} aria-busy aria-label={t('taxonomy.loading')} role="status">
        {[0.8, 0.6, 0.7, 0.5].map((width) => (
          <Skeleton key={width} height={24} width={`${width * 100}%`} />
        ))}
      </Stack>
    )
  }
  const wanted = searchText.trim().toLocaleLowerCase(i18n.language)
  const shown = taxonomies.filter(({ friendlyName }) => friendlyName.toLocaleLowerCase(i18n.language).includes(wanted))
  const stop = shown.some(({ taxonomyId }) => taxonomyId === selectedId) ? selectedId : shown[0]?.taxonomyId
  const pressKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = document.activeElement instanceof HTMLAnchorElement ? links.indexOf(document.activeElement) : -1
    if (step === undefined || at < 0) return
    event.preventDefault()
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
  }
  return (
    <>
      {taxonomies.length > worthSearching && (
        <Stack sx={{ px: 2, pb: 1 }}>
          <SearchField
            label={t('taxonomy.list.search')}
            value={searchText}
            onChange={setSearchText}
            delay={0}
            width="100%"
          />
        </Stack>
      )}
      <List ref={list} onKeyDown={pressKey} disablePadding sx={{ px: 1, pb: 1, overflow: 'auto', minHeight: 0 }}>
        {shown.map(({ taxonomyId, friendlyName, conceptCount }) => (
          <ListItem key={taxonomyId} disablePadding>
            <ListItemButton
              component={Link}
              to={{ search: writeTaxonomyState(ofTaxonomy(taxonomyId)).toString() }}
              selected={taxonomyId === selectedId}
              aria-current={taxonomyId === selectedId ? 'true' : undefined}
              tabIndex={taxonomyId === stop ? 0 : -1}
              sx={{ py: 0.5, minHeight: 36, gap: 1 }}
            >
              <ListItemText
                primary={friendlyName}
                sx={{ my: 0 }}
                slotProps={{
                  primary: { sx: { overflowWrap: 'anywhere', fontWeight: taxonomyId === selectedId ? 600 : 400 } },
                }}
              />
              <Typography
                component="span"
                variant="caption"
                color="textSecondary"
                aria-label={t('taxonomy.list.concepts', { count: conceptCount })}
                role="img"
                sx={{ fontVariantNumeric: 'tabular-nums' }}
              >
                {new Intl.NumberFormat(i18n.language).format(conceptCount)}
              </Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {shown.length === 0 && taxonomies.length > 0 && (
        <Typography color="textSecondary" sx={{ px: 2 }}>
          {t('taxonomy.list.nothingFits')}
        </Typography>
      )}
    </>
  )
}
