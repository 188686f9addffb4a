import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { DragHandle, Said, useDragOrder } from '@pim/field-types/react'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byGroup, type DraftField, isChanged, type TypeDraft } from './type-draft.ts'

interface FieldTableProps {
  draft: TypeDraft
  openKey: string | undefined
  onOpen: (key: string, isByKey: boolean) => void
  isReadOnly: boolean
  /** One place up or down. */
  onStep: (key: string, step: -1 | 1) => void
  /** Into the place of another field. */
  onDrop: (key: string, toKey: string) => void
}

/** From which width on a column shows; what stands open beside the table takes its room from the columns. */
const from = (width: 'sm' | 'md' | 'lg' | 'xl') => ({ display: { xs: 'none', [width]: 'table-cell' } })
const columnsFrom = (isBeside: boolean) =>
  isBeside
    ? { type: from('lg'), rules: from('lg'), settings: from('xl') }
    : { type: from('sm'), rules: from('md'), settings: from('md') }

/** The fields in the groups that an item shows them in; a row opens what its field is. */
export function FieldTable({ draft, openKey, onOpen, isReadOnly, onStep, onDrop }: FieldTableProps) {
  const { t, i18n } = useTranslation()
  const shows = columnsFrom(openKey !== undefined)
  const [said, setSaid] = useState('')
  const moving = useRef<string>(undefined)
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = byGroup(draft).flatMap(({ fields }) => fields)
  // Arrows go from row to row: with Tab, two hundred fields would stand before what is behind them.
  const [lastFocused, setLastFocused] = useState<string>()
  const tabStop = [lastFocused, openKey].find((key) => shown.some((each) => each.key === key)) ?? shown[0]?.key
  // Another group is another part of the table, where the row is made anew: it gets the focus back.
  useEffect(() => {
    if (moving.current === undefined) return
    const key = moving.current
    moving.current = undefined
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    rows.find((row) => row.dataset.row === key)?.focus()
  })
  const step = (each: DraftField, by: -1 | 1) => {
    const at = shown.indexOf(each) + by
    if (isReadOnly || at < 0 || at >= shown.length) return
    moving.current = each.key
    const name = inLanguage(each.field.friendlyName, i18n.language, each.field.technicalName)
    setSaid(t('settings.field.moved', { name, position: at + 1, total: shown.length }))
    onStep(each.key, by)
  }
  return (
    <>
      <Said text={said} />
      <Table stickyHeader aria-label={t('settings.type.fields')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('settings.field.field')}</TableCell>
            <TableCell sx={shows.type}>{t('settings.field.type')}</TableCell>
            <TableCell sx={shows.rules}>{t('settings.field.rules')}</TableCell>
            <TableCell sx={{ ...shows.settings, width: '24%' }}>{t('settings.field.settings')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          {byGroup(draft).map(({ group, fields }) => (
            <Fragment key={group?.technicalName ?? ''}>
              {group && (
                <TableRow>
                  <TableCell
                    component="th"
                    scope="rowgroup"
                    colSpan={4}
                    sx={{ bgcolor: 'background.default', height: 36 }}
                  >
                    <Typography variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>
                      {inLanguage(group.friendlyName, i18n.language, group.technicalName)}
                    </Typography>
                  </TableCell>
                </TableRow>
              )}
              {fields.map((each) => (
                <FieldRow
                  key={each.key}
                  each={each}
                  isOpen={each.key === openKey}
                  shows={shows}
                  isChanged={isChanged(draft, each)}
                  isTabStop={each.key === tabStop}
                  onFocus={() => setLastFocused(each.key)}
                  onOpen={(isByKey) => onOpen(each.key, isByKey)}
                  isReadOnly={isReadOnly}
                  index={shown.indexOf(each)}
                  onStep={(by) => step(each, by)}
                  onDropped={(from) => {
                    const dragged = shown[from]
                    if (dragged) onDrop(dragged.key, each.key)
                  }}
                />
              ))}
            </Fragment>
          ))}
          {draft.fields.length === 0 && (
            <TableRow>
              <TableCell colSpan={4}>{t('settings.type.noFields')}</TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </>
  )
}

interface FieldRowProps {
  isReadOnly: boolean
  index: number
  onStep: (by: -1 | 1) => void
  onDropped: (from: number) => void
  each: DraftField
  isOpen: boolean
  shows: ReturnType<typeof columnsFrom>
  isChanged: boolean
  isTabStop: boolean
  onFocus: () => void
  onOpen: (isByKey: boolean) => void
}

function FieldRow({ each, isOpen, shows, isChanged: hasChanged, isTabStop, onFocus, onOpen, ...order }: FieldRowProps) {
  const { key, field, storedAs } = each
  const { t, i18n } = useTranslation()
  const rulesOf = useRules()
  const settingsOf = useSettingsText()
  const drag = useDragOrder<HTMLTableRowElement>('fields of a type', order.index, order.onDropped)
  const pressKey = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const rows = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    const at = rows.indexOf(event.currentTarget)
    if (event.altKey && event.key === 'ArrowDown') order.onStep(1)
    else if (event.altKey && event.key === 'ArrowUp') order.onStep(-1)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(true)
    else if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') rows[at - 1]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <TableRow
      ref={drag.element}
      data-row={key}
      aria-keyshortcuts={order.isReadOnly ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
      hover
      tabIndex={isTabStop ? 0 : -1}
      selected={isOpen}
      onFocus={onFocus}
      onClick={() => onOpen(false)}
      onKeyDown={pressKey}
      sx={{
        cursor: 'pointer',
        '&:focus-visible': { outlineOffset: -2 },
        ...(drag.isOver ? { boxShadow: (theme) => `inset 0 2px ${theme.palette.primary.main}` } : {}),
      }}
    >
      <TableCell>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {!order.isReadOnly && <DragHandle ref={drag.handle} />}
          <Box sx={{ py: 0.75, minWidth: 0 }}>
            <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {inLanguage(field.friendlyName, i18n.language, field.technicalName)}
              {hasChanged && (
                <Typography component="span" variant="caption" color="warning" sx={{ ml: 1 }}>
                  {t(storedAs === undefined ? 'settings.field.new' : 'settings.field.changed')}
                </Typography>
              )}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
              {field.technicalName}
            </Typography>
          </Box>
        </Box>
      </TableCell>
      <TableCell sx={shows.type}>{t(`fieldTypes.${field.type}.name`)}</TableCell>
      <TableCell sx={shows.rules}>{rulesOf(field)}</TableCell>
      <TableCell sx={{ ...shows.settings, color: 'text.secondary', maxWidth: 0 }}>
        <Typography variant="inherit" noWrap title={settingsOf(field)}>
          {settingsOf(field)}
        </Typography>
      </TableCell>
    </TableRow>
  )
}

/** "Required on publish, shared by all variations": only what is other than usual. */
function useRules() {
  const { t, i18n } = useTranslation()
  const { channelNames } = useChannels()
  return ({ required, localizable, unique }: Field): string =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format([
      ...(required === 'onPublish' ? [t('settings.field.isRequired')] : []),
      ...(Array.isArray(required) ? [t('settings.field.isRequiredFor', { channels: channelNames(required) })] : []),
      ...(localizable === false ? [t('settings.field.isShared')] : []),
      ...(unique && unique !== 'none' ? [t(`settings.field.isUnique.${unique}`)] : []),
    ])
}

/** What is set, in one line: "Most characters: 80, Options: 12". */
function useSettingsText() {
  const { t, i18n } = useTranslation()
  return ({ type, settings = {} }: Field): string =>
    Object.entries(settings)
      .map(([name, value]) => {
        // A setting that only one type has is named by it: `identifierKind`.
        const ownName = `${type}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
        const label = String(t([`fieldTypes.setting.${ownName}`, `fieldTypes.setting.${name}`], { defaultValue: name }))
        if (value === true) return label
        if (value === false) return `${label}: ${t('fieldTypes.boolean.no')}`
        if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
          return `${label}: ${new Intl.ListFormat(i18n.language, { type: 'unit' }).format(value)}`
        if (Array.isArray(value)) return `${label}: ${value.length}`
        if (typeof value === 'number') return `${label}: ${new Intl.NumberFormat(i18n.language).format(value)}`
        return `${label}: ${typeof value === 'object' ? inLanguage({ ...value }, i18n.language, '') : String(value)}`
      })
      .join(', ')
}
