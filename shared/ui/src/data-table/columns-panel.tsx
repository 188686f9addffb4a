import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import { Box, Button, Checkbox, IconButton, Tooltip, Typography } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../search-field.tsx'
import { visuallyHidden } from '../visually-hidden.ts'
import { type Column, movedColumn, toggledColumn, visibleColumns } from './columns.ts'

export interface ColumnsPanelProps<Row> {
  columns: readonly Column<Row>[]
  /** Ids of the visible columns in their order; `undefined` while the user has chosen none. */
  chosen: readonly string[] | undefined
  onChange: (chosen: string[]) => void
}

const maxWithoutSearch = 8
/** Hundreds of fields are found by the search. */
const maxHidden = 100

/** Shows, hides and orders the columns of a table: by pointer, by the buttons of a row, or with Alt and an arrow key. */
export function ColumnsPanel<Row>({ columns, chosen, onChange }: ColumnsPanelProps<Row>) {
  const { t, i18n } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  const [said, setSaid] = useState('')
  const [search, setSearch] = useState('')
  const list = useId()
  // A row that changes its place in the page loses the focus: it gets it back.
  useEffect(() => {
    if (wanted.current === undefined) return
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })
  const shown = visibleColumns(columns, chosen)
  const hidden = columns.filter((column) => !shown.includes(column))
  const text = search.trim().toLocaleLowerCase(i18n.language)
  const found = hidden.filter(({ header, detail = '' }) =>
    `${header} ${detail}`.toLocaleLowerCase(i18n.language).includes(text),
  )
  const place = (id: string, action: string) => {
    wanted.current = `[data-column="${CSS.escape(id)}"] [data-action="${action}"] input, [data-column="${CSS.escape(id)}"] button[data-action="${action}"]`
  }
  const toggle = ({ id }: Column<Row>) => {
    place(id, 'show')
    onChange(toggledColumn(columns, chosen, id))
  }
  const move = ({ id, header }: Column<Row>, to: number) => {
    if (to < 0 || to >= shown.length) return
    const action = document.activeElement?.getAttribute('data-action') ?? 'show'
    const isLast = (action === 'up' && to === 0) || (action === 'down' && to === shown.length - 1)
    place(id, isLast ? 'show' : action)
    setSaid(t('ui.columns.moved', { column: header, position: to + 1, count: shown.length }))
    onChange(movedColumn(columns, chosen, id, to))
  }
  return (
    <Box ref={root} sx={{ py: 1 }}>
      <Box component="span" role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Heading
        action={
          <Button size="small" onClick={() => onChange(visibleColumns(columns, undefined).map(({ id }) => id))}>
            {t('ui.columns.reset')}
          </Button>
        }
      >
        {t('ui.columns.shown')}
      </Heading>
      <Box component="ul" sx={plainList}>
        {shown.map((column, at) => (
          <ShownRow
            key={column.id}
            list={list}
            at={at}
            onDrop={(from) => {
              const dragged = shown[from]
              if (dragged) move(dragged, at)
            }}
            onStep={(step) => move(column, at + step)}
            header={column.header}
            id={column.id}
            show={
              <Show
                label={column.header}
                detail={column.detail}
                isShown
                refused={column.hideable === false ? t('ui.columns.always') : undefined}
                onToggle={() => toggle(column)}
              />
            }
            isFirst={at === 0}
            isLast={at === shown.length - 1}
          />
        ))}
      </Box>
      {hidden.length > 0 && <Heading>{t('ui.columns.more')}</Heading>}
      {hidden.length > maxWithoutSearch && (
        <Box sx={{ px: 2, pb: 1 }}>
          <SearchField label={t('ui.columns.search')} value={search} onChange={setSearch} delay={0} width="100%" />
        </Box>
      )}
      <Box component="ul" sx={plainList}>
        {found.slice(0, maxHidden).map((column) => (
          <Box key={column.id} component="li" data-column={column.id} sx={{ pl: '20px' }}>
            <Show
              label={column.header}
              detail={column.detail}
              isShown={false}
              refused={column.refused}
              onToggle={() => toggle(column)}
            />
          </Box>
        ))}
      </Box>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2, pt: 1, '&:empty': { p: 0 } }}>
        {hidden.length > 0 && found.length === 0 && t('ui.filter.none')}
        {found.length > maxHidden && t('ui.filter.more', { count: found.length - maxHidden })}
      </Typography>
    </Box>
  )
}

const plainList = { listStyle: 'none', m: 0, px: 1, py: 0 }

function Heading({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2, minHeight: 36 }}>
      <Typography component="h3" variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>
        {children}
      </Typography>
      {action}
    </Box>
  )
}

interface ShowProps {
  label: string
  detail: string | undefined
  isShown: boolean
  refused: string | undefined
  onToggle: () => void
}

function Show({ label, detail, isShown, refused, onToggle }: ShowProps) {
  const checkbox = (
    <Box
      component="label"
      sx={{ display: 'flex', alignItems: 'center', flexGrow: 1, minWidth: 0, cursor: refused ? 'default' : 'pointer' }}
    >
      <Checkbox
        size="small"
        data-action="show"
        checked={isShown}
        // A disabled one would keep from the keyboard why.
        aria-disabled={refused !== undefined}
        onChange={() => refused === undefined && onToggle()}
        slotProps={{ input: { 'aria-label': label, 'aria-description': refused } }}
        sx={refused === undefined ? {} : { opacity: 0.4 }}
      />
      <Box component="span" sx={{ minWidth: 0 }}>
        <Typography component="span" variant="body2" noWrap title={label} sx={{ display: 'block' }}>
          <bdi>{label}</bdi>
        </Typography>
        {detail && (
          <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ display: 'block' }}>
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  )
  return refused === undefined ? checkbox : <Tooltip title={refused}>{checkbox}</Tooltip>
}

interface ShownRowProps {
  list: string
  id: string
  header: string
  at: number
  isFirst: boolean
  isLast: boolean
  show: ReactNode
  onStep: (step: -1 | 1) => void
  /** A row was dropped here, from this place. */
  onDrop: (from: number) => void
}

function ShownRow({ list, id, header, at, isFirst, isLast, show, onStep, onDrop }: ShownRowProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    if (!element.current || !handle.current) return
    return combine(
      draggable({ element: element.current, dragHandle: handle.current, getInitialData: () => ({ list, at }) }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data.list === list && source.data.at !== at,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          if (typeof source.data.at === 'number') drop.current(source.data.at)
        },
      }),
    )
  }, [list, at])
  const pressKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  const step = (action: 'up' | 'down', isOff: boolean) => (
    <IconButton
      size="small"
      data-action={action}
      disabled={isOff}
      aria-label={t(`ui.columns.${action}`, { column: header })}
      aria-keyshortcuts={action === 'up' ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
      onClick={() => onStep(action === 'up' ? -1 : 1)}
    >
      {action === 'up' ? <ArrowUpwardIcon fontSize="inherit" /> : <ArrowDownwardIcon fontSize="inherit" />}
    </IconButton>
  )
  return (
    <Box
      ref={element}
      component="li"
      data-column={id}
      onKeyDown={pressKey}
      sx={{
        display: 'flex',
        alignItems: 'center',
        borderRadius: 1,
        ...(isOver ? { boxShadow: (theme) => `inset 0 0 0 2px ${theme.palette.primary.main}` } : {}),
      }}
    >
      <Box
        ref={handle}
        component="span"
        aria-hidden
        sx={{ display: 'inline-flex', cursor: 'grab', color: 'text.secondary' }}
      >
        <DragIndicatorIcon fontSize="small" />
      </Box>
      {show}
      {step('up', isFirst)}
      {step('down', isLast)}
    </Box>
  )
}
