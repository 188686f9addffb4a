import InventoryIcon from '@mui/icons-material/Inventory2Outlined'
import { Box, Button, Link, Typography } from '@mui/material'
import {
  BulkBar,
  type Column,
  ColumnsMenu,
  CompletenessBar,
  ConfirmDialog,
  commandKey,
  DataTable,
  EmptyState,
  EraseDialog,
  ErrorState,
  FilterChip,
  FilterMenu,
  GuardedButton,
  GuardedMenuItem,
  MarkedStretches,
  PageHeader,
  PageTitle,
  Pagination,
  QuotaNotice,
  RelativeTime,
  SearchField,
  Shortcut,
  SidePanel,
  type Sorting,
  StateDot,
  StatusDot,
  type StatusLook,
  Thumbnail,
  Toggle,
  visibleColumns,
} from '@pim/ui'
import { Alert, CircularProgress, Divider, Menu, MenuItem, MenuList, OptionList, Popover } from '@pim/ui/on-demand'
import { indexTree, keyboardMove, type TreeNode, VirtualTree } from '@pim/ui/tree'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { allowed, type Examples, nothing, Opened, Row, State, useForbidden } from './example.tsx'

const statuses: StatusLook[] = ['draft', 'draftOverLive', 'published', 'unpublished', 'archived']

/** Options for a list: as many as statuses, or enough for its search field. */
function useOptions(times = 1) {
  const { t } = useTranslation()
  return Array.from({ length: times }, (_, at) =>
    statuses.map((status) => ({
      value: `${status}${at}`,
      label: `${t(`ui.status.${status}`)}${at === 0 ? '' : ` ${at + 1}`}`,
      adornment: <StateDot look={{ color: 'text.secondary', fill: 'full' }} label="" />,
    })),
  ).flat()
}

interface Thing {
  readonly id: string
  readonly name: string
  readonly status: StatusLook
}

function useThings(count: number): Thing[] {
  const { t } = useTranslation()
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: `${t('shell.prototype.itemName')} ${at + 1}`,
    status: statuses[at % statuses.length] ?? 'draft',
  }))
}

function useThingColumns(): Column<Thing>[] {
  const { t } = useTranslation()
  return [
    { id: 'name', header: t('shell.prototype.name'), hideable: false, sortField: 'name', cell: ({ name }) => name },
    { id: 'status', header: t('shell.prototype.status'), cell: ({ status }) => <StatusDot status={status} /> },
    {
      id: 'share',
      header: t('ui.completeness.label'),
      hideBelow: 'sm',
      cell: ({ id }) => <CompletenessBar value={Number(id) * 20} />,
    },
  ]
}

function Anchored({ children }: { children: (anchor: HTMLElement | null, close: () => void) => ReactNode }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button variant="outlined" aria-haspopup="true" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('shell.prototype.try')}
      </Button>
      {children(anchor, () => setAnchor(null))}
    </>
  )
}

export const partsOfUi: Examples = {
  BulkBar: function Shown() {
    const { t } = useTranslation()
    const [count, setCount] = useState(3)
    return (
      <BulkBar count={count} label={`${t('shell.prototype.selected')}: ${count}`} onClear={() => setCount(0)}>
        <GuardedButton permission={allowed} size="small" onClick={nothing}>
          {t('shell.prototype.try')}
        </GuardedButton>
        <GuardedButton permission={useForbidden()} size="small" onClick={nothing}>
          {t('shell.prototype.delete')}
        </GuardedButton>
      </BulkBar>
    )
  },
  'Button, Typography': function Shown() {
    const { t } = useTranslation()
    return (
      <>
        <Row>
          {(['contained', 'outlined', 'text'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {t('shell.prototype.try')}
            </Button>
          ))}
          <Button variant="contained" disabled>
            {t('shell.prototype.try')}
          </Button>
          <Button variant="contained" loading>
            {t('shell.prototype.try')}
          </Button>
        </Row>
        {(['h1', 'h2', 'body1', 'body2', 'caption'] as const).map((variant) => (
          <Typography key={variant} variant={variant} component="p">
            {t('shell.prototype.deleteText')}
          </Typography>
        ))}
      </>
    )
  },
  CompletenessBar: () => (
    <Row>
      {[0, 40, 80, 100].map((value) => (
        <CompletenessBar key={value} value={value} />
      ))}
    </Row>
  ),
  ConfirmDialog: function Shown() {
    const { t } = useTranslation()
    const [open, setOpen] = useState<'plain' | 'red' | 'busy'>()
    const close = () => setOpen(undefined)
    return (
      <Row>
        <Button onClick={() => setOpen('plain')}>{t('shell.prototype.state.usual')}</Button>
        <Button color="error" onClick={() => setOpen('red')}>
          {t('shell.prototype.delete')}
        </Button>
        <ConfirmDialog
          open={open !== undefined}
          title={t('shell.prototype.deleteTitle')}
          confirmLabel={t('shell.prototype.deleteConfirm')}
          isDestructive={open !== 'plain'}
          isBusy={open === 'busy'}
          onConfirm={close}
          onCancel={close}
        >
          {t('shell.prototype.deleteText')}
        </ConfirmDialog>
      </Row>
    )
  },
  'DataTable, ColumnsMenu': function Shown() {
    const { t } = useTranslation()
    const things = useThings(5)
    const columns = useThingColumns()
    const [chosen, setChosen] = useState<readonly string[]>()
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['1']))
    const [sorting, setSorting] = useState<Sorting>({ field: 'name', direction: 'asc' })
    const table = {
      label: t('shell.prototype.parts'),
      columns,
      rowId: ({ id }: Thing) => id,
      rowLabel: ({ name }: Thing) => name,
      expectedRows: 3,
    }
    return (
      <>
        <State of="usual">
          <Box sx={{ textAlign: 'right' }}>
            <ColumnsMenu columns={columns} chosen={chosen} onChange={setChosen} />
          </Box>
          <DataTable<Thing>
            {...table}
            columns={visibleColumns(columns, chosen)}
            rows={sorting.direction === 'asc' ? things : things.toReversed()}
            sorting={sorting}
            onSortingChange={setSorting}
            selection={{ selected, onChange: setSelected }}
            currentId="2"
          />
        </State>
        <State of="loading">
          <DataTable<Thing> {...table} rows={undefined} />
        </State>
        <State of="empty">
          <DataTable<Thing> {...table} rows={[]} empty={<EmptyState title={t('shell.prototype.state.empty')} />} />
        </State>
      </>
    )
  },
  EmptyState: function Shown() {
    const { t } = useTranslation()
    return (
      <EmptyState
        icon={<InventoryIcon />}
        title={t('shell.prototype.state.empty')}
        description={t('shell.prototype.description')}
        action={<Button variant="contained">{t('shell.prototype.try')}</Button>}
      />
    )
  },
  EraseDialog: function Shown() {
    const { t } = useTranslation()
    const facts = [{ label: t('shell.prototype.itemName'), value: '3' }]
    const [isDone, setDone] = useState(false)
    return (
      <Opened>
        {(close) => (
          <EraseDialog
            title={t('shell.prototype.deleteTitle')}
            facts={facts}
            failure={undefined}
            isBusy={false}
            report={isDone ? facts : undefined}
            onConfirm={() => setDone(true)}
            onClose={() => {
              setDone(false)
              close()
            }}
          >
            {t('shell.prototype.deleteText')}
          </EraseDialog>
        )}
      </Opened>
    )
  },
  ErrorState: function Shown() {
    const { t } = useTranslation()
    return <ErrorState title={t('shell.prototype.failed')} onRetry={nothing} />
  },
  FilterChip: function Shown() {
    const { t } = useTranslation()
    return (
      <Row>
        {[undefined, t('ui.status.published')].map((value) => (
          <FilterChip key={value ?? ''} label={t('shell.prototype.status')} value={value} onClear={nothing}>
            {(close) => <Button onClick={close}>{t('shell.prototype.try')}</Button>}
          </FilterChip>
        ))}
      </Row>
    )
  },
  'FilterMenu, OptionList': function Shown() {
    const { t } = useTranslation()
    const [chosen, setChosen] = useState<string[]>(['draft0'])
    const few = useOptions()
    const many = useOptions(3)
    const label = t('shell.prototype.status')
    return (
      <>
        <Row>
          <FilterMenu label={label} options={few} selected={chosen} onChange={setChosen} />
          <FilterMenu label={label} options={many} selected={chosen} onChange={setChosen} />
          <FilterMenu label={label} options={few} selected={chosen} onChange={setChosen} isRequired multiple={false} />
          <FilterMenu label={label} options={undefined} selected={[]} onChange={nothing} />
        </Row>
        <Box sx={{ maxWidth: 260 }}>
          <OptionList label={label} options={few} selected={chosen} onChange={setChosen} onDone={nothing} />
        </Box>
      </>
    )
  },
  GuardedButton: function Shown() {
    const { t } = useTranslation()
    const forbidden = useForbidden()
    return (
      <Row>
        {(['contained', 'outlined', 'text'] as const).map((variant) => (
          <Row key={variant}>
            <GuardedButton variant={variant} permission={allowed} onClick={nothing}>
              {t('shell.prototype.try')}
            </GuardedButton>
            <GuardedButton variant={variant} permission={allowed} loading onClick={nothing}>
              {t('shell.prototype.state.busy')}
            </GuardedButton>
            <GuardedButton variant={variant} permission={forbidden} onClick={nothing}>
              {t('shell.prototype.state.forbidden')}
            </GuardedButton>
          </Row>
        ))}
      </Row>
    )
  },
  'Menu, MenuList, MenuItem, Divider, GuardedMenuItem': function Shown() {
    const { t } = useTranslation()
    const forbidden = useForbidden()
    const lines = (close: () => void) => [
      <MenuItem key="usual" onClick={close}>
        {t('shell.prototype.state.usual')}
      </MenuItem>,
      <MenuItem key="chosen" selected onClick={close}>
        {t('shell.prototype.state.chosen')}
      </MenuItem>,
      <Divider key="line" />,
      <GuardedMenuItem key="try" permission={allowed} label={t('shell.prototype.try')} onClick={close} />,
      <GuardedMenuItem key="forbidden" permission={forbidden} label={t('shell.prototype.try')} onClick={close} />,
      <GuardedMenuItem
        key="red"
        permission={allowed}
        isDestructive
        label={t('shell.prototype.delete')}
        onClick={close}
      />,
    ]
    return (
      <>
        <Anchored>
          {(anchor, close) => (
            <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
              {lines(close)}
            </Menu>
          )}
        </Anchored>
        <MenuList sx={{ maxWidth: 360 }} aria-label={t('shell.prototype.parts')} disabledItemsFocusable>
          {lines(nothing)}
        </MenuList>
      </>
    )
  },
  MarkedStretches: function Shown() {
    const { t } = useTranslation()
    const text = t('shell.prototype.deleteText')
    return (
      <p>
        <MarkedStretches
          text={text}
          marks={[
            { from: 0, to: 6 },
            { from: 12, to: 16 },
          ]}
        />
      </p>
    )
  },
  'PageHeader, PageTitle': function Shown() {
    const { t } = useTranslation()
    return (
      <>
        <PageTitle>{t('shell.prototype.parts')}</PageTitle>
        <PageHeader
          title={t('shell.prototype.itemName')}
          count={1121}
          after={<StatusDot status="draftOverLive" />}
          actions={
            <>
              <Button>{t('shell.prototype.try')}</Button>
              <Button variant="contained">{t('shell.prototype.try')}</Button>
            </>
          }
        />
      </>
    )
  },
  Pagination: function Shown() {
    const [paging, setPaging] = useState({ pageNumber: 2, pageSize: 25 })
    return (
      <>
        <State of="usual">
          <Pagination {...paging} totalCount={1121} onChange={setPaging} />
        </State>
        <State of="long">
          <Pagination {...paging} totalCount={10_001} totalIsCapped onChange={setPaging} />
        </State>
        <State of="loading">
          <Pagination {...paging} totalCount={undefined} onChange={setPaging} />
        </State>
        <State of="empty">
          <Pagination pageNumber={1} pageSize={25} totalCount={0} onChange={nothing} />
        </State>
      </>
    )
  },
  PimThemeProvider: function Shown() {
    const { t } = useTranslation()
    return <Typography>{t('shell.prototype.themeIsAround')}</Typography>
  },
  'Popover, Alert, CircularProgress': function Shown() {
    const { t } = useTranslation()
    return (
      <>
        <Anchored>
          {(anchor, close) => (
            <Popover open={anchor !== null} anchorEl={anchor} onClose={close}>
              <Typography sx={{ p: 2 }}>{t('shell.prototype.description')}</Typography>
            </Popover>
          )}
        </Anchored>
        {(['success', 'info', 'warning', 'error'] as const).map((severity) => (
          <Alert key={severity} severity={severity}>
            {t('shell.prototype.description')}
          </Alert>
        ))}
        <CircularProgress aria-label={t('shell.prototype.state.busy')} />
      </>
    )
  },
  QuotaNotice: function Shown() {
    const { t } = useTranslation()
    return [false, true].map((isReached) => (
      <QuotaNotice
        key={String(isReached)}
        link={RouterLink}
        warning={{
          text: t('shell.prototype.description'),
          isReached,
          to: '/prototype/parts',
          linkLabel: t('shell.prototype.try'),
        }}
      />
    ))
  },
  RelativeTime: function Shown() {
    const [openedAt] = useState(() => Date.now())
    return (
      <Row>
        {[0, 300, 18_000, 259_200, 31_536_000].map((seconds) => (
          <RelativeTime key={seconds} time={new Date(openedAt - seconds * 1_000).toISOString()} />
        ))}
      </Row>
    )
  },
  SearchField: function Shown() {
    const { t } = useTranslation()
    const [search, setSearch] = useState('')
    return <SearchField label={t('shell.prototype.search')} value={search} onChange={setSearch} />
  },
  Shortcut: () => <Shortcut keys={[commandKey, 'K']} />,
  SidePanel: function Shown() {
    const { t } = useTranslation()
    return (
      <Opened>
        {(close) => (
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', height: 260 }}>
            <SidePanel
              open
              title={t('shell.prototype.panel')}
              onClose={close}
              footer={<Button variant="contained">{t('shell.prototype.try')}</Button>}
            >
              {t('shell.prototype.deleteText')}
            </SidePanel>
          </Box>
        )}
      </Opened>
    )
  },
  'StateDot, StatusDot': function Shown() {
    const { t } = useTranslation()
    return (
      <>
        <Row>
          {statuses.map((status) => (
            <StatusDot key={status} status={status} />
          ))}
        </Row>
        <Row>
          {(['success.main', 'primary.main', 'warning.main', 'error.main', 'text.secondary'] as const).map((color) =>
            (['full', 'half', 'ring'] as const).map((fill) => (
              <StateDot key={`${color} ${fill}`} look={{ color, fill }} label={t('shell.prototype.status')} />
            )),
          )}
        </Row>
      </>
    )
  },
  Thumbnail: function Shown() {
    const { t } = useTranslation()
    const [load] = useState(() => async () => {
      const picture =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path d="M0 6l3-4 2 2 1-1 2 3Z" fill="#4c7"/></svg>'
      return new Blob([picture], { type: 'image/svg+xml' })
    })
    const picture = { alt: t('shell.prototype.itemName'), size: 96, fallback: <InventoryIcon /> }
    return (
      <Row>
        <Thumbnail {...picture} load={load} />
        <Thumbnail {...picture} load={load} fit="contain" />
        <Thumbnail {...picture} load={undefined} />
      </Row>
    )
  },
  Toggle: function Shown() {
    const { t } = useTranslation()
    const [isOn, setOn] = useState(true)
    const label = t('shell.prototype.state.chosen')
    return (
      <Row>
        <Toggle label={label} checked={isOn} onChange={setOn} />
        <Toggle label={label} checked={false} onChange={() => undefined} disabled />
        <Toggle label={label} checked onChange={() => undefined} disabled />
      </Row>
    )
  },
  VirtualTree: function Shown() {
    const { t } = useTranslation()
    const [nodes, setNodes] = useState<readonly TreeNode[]>(() =>
      Array.from({ length: 12 }, (_, at) => ({
        id: String(at),
        parentId: at < 3 ? null : String(at % 3),
        label: `${t('shell.prototype.itemName')} ${at + 1}`,
      })),
    )
    const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['0']))
    const [selected, setSelected] = useState('4')
    const [search, setSearch] = useState('')
    const isMovable = keyboardMove(indexTree(nodes), selected, 'up') !== undefined
    return (
      <>
        <SearchField label={t('shell.prototype.search')} value={search} onChange={setSearch} />
        <Box sx={{ display: 'flex', height: 260 }}>
          <VirtualTree
            label={t('shell.prototype.parts')}
            nodes={nodes}
            expandedIds={expanded}
            onExpandedChange={setExpanded}
            selectedId={selected}
            onSelect={({ id }) => setSelected(id)}
            search={search}
            onMove={({ id, parentId }) =>
              setNodes((all) => all.map((node) => (node.id === id ? { ...node, parentId } : node)))
            }
            end={({ id }) => (id === selected && isMovable ? <Link component="span">↑</Link> : null)}
          />
        </Box>
      </>
    )
  },
}
