import SearchIcon from '@mui/icons-material/Search'
import { Box, Dialog, InputBase, Stack, Typography, useColorScheme } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { MatchLine, useVariations } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { MarkedStretches, Shortcut } from '@pim/ui'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { restoreLostFocus } from '../layout/main-focus.ts'
import type { LeadOfSection, Section } from '../remotes/sections.ts'
import { useSectionText, useSectionTitle } from '../remotes/use-section-title.ts'
import { useShellParts } from '../shell-context.ts'
import { useConfirmLeaving } from '../unsaved-work/leave-guard.tsx'
import { foundEntry, isSearchable, matchingEntries, type PaletteEntry } from './palette-entries.ts'

interface CommandPaletteProps {
  sections: readonly Section[]
  /** Lines of sections, which are there before their code. */
  leads: readonly LeadOfSection[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Shows every key. */
  onKeys: () => void
  /** Answers what was typed since the shortcut, once. */
  takeTyped: () => string
}

/** The command palette: finds content, navigates, runs commands. */
export function CommandPalette({ sections, leads, open, onOpenChange, onKeys, takeTyped }: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={() => onOpenChange(false)}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      // The dialog returns the focus to the element that had it, which often no longer exists after a navigation.
      slotProps={{
        transition: { onExited: restoreLostFocus },
        paper: { 'aria-label': t('shell.palette.title'), sx: { mt: { xs: 2, sm: '12vh' }, mx: { xs: 1.5, sm: 4 } } },
      }}
    >
      <Palette {...{ sections, leads, open, onKeys, takeTyped }} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Lines of sections are many, and would stand before the commands of the screen: they come once something is typed. */
const none: readonly LeadOfSection[] = []
const debounceMs = 150

interface PaletteProps extends Omit<CommandPaletteProps, 'onOpenChange'> {
  close: () => void
}

function Palette({ sections, leads, open, onKeys, takeTyped, close }: PaletteProps) {
  const { t, i18n } = useTranslation()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [searchText, setSearchText] = useState('')
  const [at, setAt] = useState(0)
  const own = useShellEntries(sections, typed.trim() === '' ? none : leads, onKeys)
  const navigate = useNavigate()

  // In the commit that gives the field its focus, so that no letter falls between the two.
  useLayoutEffect(() => {
    const ahead = open ? takeTyped() : ''
    if (ahead !== '') setTyped((text) => text + ahead)
  }, [open, takeTyped])
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  // A list or an item that was opened by a link may be in another variation than the selected one.
  const [address] = useSearchParams()
  const { variations, current } = useVariations(address.get('variation') ?? undefined)
  const { data: found, isFetching } = useApiQuery(
    'search.searchAll',
    {
      body: {
        paging: { pageNumber: 1, pageSize: 8 },
        variationId: current?.variationId,
        filtering: { searchText },
        matches: true,
      },
    },
    {
      enabled: isSearchable(searchText) && variations !== undefined,
      failureGoesTo: 'screen',
      keepPrevious: true,
    },
  )
  const { data: types } = useApiQuery(
    'contentModel.getAllTypes',
    {},
    { enabled: isSearchable(searchText), failureGoesTo: 'screen', staleTime: 60_000 },
  )
  const hits = isSearchable(searchText) ? (found?.items ?? []) : []
  const { language } = i18n
  const entries = matchingEntries(
    [...hits.map((hit) => foundEntry(hit, { variations, types, language }, navigate)), ...own],
    typed,
    language,
  )
  const active = entries[Math.min(at, entries.length - 1)]

  const run = (entry: PaletteEntry) => {
    close()
    entry.run()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) setAt((Math.min(at, entries.length - 1) + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <SearchIcon fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t('shell.palette.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={handleKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              dir: typed === '' ? undefined : 'auto',
              'aria-label': t('shell.palette.placeholder'),
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-activedescendant': active ? `${listId}-${active.id}` : undefined,
              'aria-autocomplete': 'list',
            },
          }}
          sx={{ height: 52, fontSize: 16 }}
        />
      </Stack>
      {hits.length > 0 && found?.shownFor && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2.5, pt: 1.5 }}>
          {t('shell.palette.shownFor', { typed: searchText, shownFor: found.shownFor })}
        </Typography>
      )}
      <Box
        id={listId}
        role="listbox"
        aria-label={t('shell.palette.title')}
        aria-busy={isFetching}
        sx={{ maxHeight: '50vh', overflow: 'auto', p: 1 }}
      >
        {entries.map((entry, index) => (
          <Box key={entry.id} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <Typography
                variant="caption"
                component="div"
                role="presentation"
                sx={{ px: 1.5, pt: 1, pb: 0.5, color: 'text.secondary' }}
              >
                {t(`shell.palette.group.${entry.group}`)}
              </Typography>
            )}
            <PaletteOption
              id={`${listId}-${entry.id}`}
              entry={entry}
              variations={variations}
              isActive={entry.id === active?.id}
              onHover={() => setAt(index)}
              onRun={() => run(entry)}
            />
          </Box>
        ))}
      </Box>
      {entries.length === 0 && (
        <Typography role="status" color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
          {t('shell.palette.nothing', { typed })}
        </Typography>
      )}
    </>
  )
}

interface PaletteOptionProps {
  id: string
  entry: PaletteEntry
  variations: readonly Variation[] | undefined
  isActive: boolean
  onHover: () => void
  onRun: () => void
}

function PaletteOption({ id, entry, variations, isActive, onHover, onRun }: PaletteOptionProps) {
  return (
    <Stack
      id={id}
      role="option"
      aria-selected={isActive}
      direction="row"
      ref={(element: HTMLElement | null) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={isActive ? undefined : onHover}
      onClick={onRun}
      sx={{
        alignItems: 'center',
        gap: 1.5,
        minHeight: 40,
        px: 1.5,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : 'transparent',
      }}
    >
      <Box sx={{ minWidth: 0, ...(entry.match && { flexGrow: 1, py: 0.5 }) }}>
        <Typography noWrap sx={{ fontWeight: isActive ? 600 : 400 }}>
          <bdi {...entry.language}>
            <MarkedStretches text={entry.label} marks={entry.marks ?? []} />
          </bdi>
        </Typography>
        {entry.match && <MatchLine match={entry.match} variations={variations} />}
      </Box>
      {entry.note && (
        <Typography variant="body2" color="textSecondary" noWrap sx={{ flexShrink: entry.match ? 0 : 1 }}>
          {entry.note}
        </Typography>
      )}
      <Box sx={{ flexGrow: entry.match ? 0 : 1 }} />
      {entry.shortcut && <Shortcut keys={entry.shortcut} />}
    </Stack>
  )
}

/** The shell's own entries, the lines of the sections and the commands of the mounted one. */
function useShellEntries(
  sections: readonly Section[],
  leads: readonly LeadOfSection[],
  onKeys: () => void,
): PaletteEntry[] {
  const { t } = useTranslation()
  const titleOf = useSectionTitle()
  const textOf = useSectionText()
  const navigate = useNavigate()
  const { setMode } = useColorScheme()
  const { commands, session, tenancy } = useShellParts()
  const confirmLeaving = useConfirmLeaving()
  const current = tenancy.current()?.externalId
  return [
    ...sections.map(
      (section): PaletteEntry => ({
        id: `go-${section.name}`,
        group: 'go',
        label: titleOf(section),
        run: () => navigate(section.home),
      }),
    ),
    ...leads.map(
      ({ section, lead }): PaletteEntry => ({
        id: `lead-${section.name}-${lead.path}`,
        group: 'go',
        label: textOf(section, lead.titleKey) ?? titleOf(section),
        note: titleOf(section),
        keywords: `${titleOf(section)} ${(lead.keywordsKey && textOf(section, lead.keywordsKey)) ?? ''}`,
        run: () => navigate(lead.path),
      }),
    ),
    ...commands.all().map((command): PaletteEntry => ({ ...command, group: 'do' })),
    ...tenancy
      .tenants()
      .filter(({ externalId }) => externalId !== current)
      .map(
        ({ externalId, friendlyName }): PaletteEntry => ({
          id: `tenant-${externalId}`,
          group: 'do',
          label: t('shell.palette.tenant', { tenant: friendlyName }),
          run: async () => {
            if (await confirmLeaving()) tenancy.change(externalId)
          },
        }),
      ),
    ...(['light', 'dark', 'system'] as const).map(
      (mode): PaletteEntry => ({
        id: `theme-${mode}`,
        group: 'do',
        label: t('shell.palette.theme', { mode: t(`shell.theme.${mode}`) }),
        run: () => setMode(mode),
      }),
    ),
    { id: 'keys', group: 'do', label: t('shell.keys.title'), shortcut: ['?'], run: onKeys },
    {
      id: 'logout',
      group: 'do',
      label: t('shell.logout'),
      run: async () => {
        if (await confirmLeaving()) await session.logout()
      },
    },
  ]
}
