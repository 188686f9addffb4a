import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { Fragment, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { byGroup, type DraftField, isChanged, type TypeDraft } from './type-draft.ts'

interface FieldTableProps {
  draft: TypeDraft
  openKey: string | undefined
  onOpen: (key: string) => void
}

/** From which width on a column shows; what stands open beside the table takes its room from the columns. */
const from = (width: 'sm' | 'md' | 'lg' | 'xl') => ({ display: { xs: 'none', [width]: 'table-cell' } })
const columnsFrom = (isBeside: boolean) =>
  isBeside
    ? { type: from('lg'), rules: from('lg'), settings: from('xl') }
    : { type: from('sm'), rules: from('md'), settings: from('md') }

/** The fields in the groups that an item shows them in; a row opens what its field is. */
export function FieldTable({ draft, openKey, onOpen }: FieldTableProps) {
  const { t, i18n } = useTranslation()
  const shows = columnsFrom(openKey !== undefined)
  return (
    <Table stickyHeader aria-label={t('settings.type.fields')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('settings.field.field')}</TableCell>
          <TableCell sx={shows.type}>{t('settings.field.type')}</TableCell>
          <TableCell sx={shows.rules}>{t('settings.field.rules')}</TableCell>
          <TableCell sx={{ ...shows.settings, width: '24%' }}>{t('settings.field.settings')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
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
                onOpen={() => onOpen(each.key)}
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
  )
}

interface FieldRowProps {
  each: DraftField
  isOpen: boolean
  shows: ReturnType<typeof columnsFrom>
  isChanged: boolean
  onOpen: () => void
}

function FieldRow({ each: { field, storedAs }, isOpen, shows, isChanged: hasChanged, onOpen }: FieldRowProps) {
  const { t, i18n } = useTranslation()
  const rulesOf = useRules()
  const pressKey = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const rows = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    const at = rows.indexOf(event.currentTarget)
    if (event.key === 'Enter' || event.key === ' ') onOpen()
    else if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') rows[at - 1]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <TableRow
      data-row
      hover
      tabIndex={0}
      selected={isOpen}
      onClick={onOpen}
      onKeyDown={pressKey}
      sx={{ cursor: 'pointer', '&:focus-visible': { outlineOffset: -2 } }}
    >
      <TableCell>
        <Box sx={{ py: 0.75 }}>
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
      </TableCell>
      <TableCell sx={shows.type}>{t(`fieldTypes.${field.type}.name`)}</TableCell>
      <TableCell sx={shows.rules}>{rulesOf(field)}</TableCell>
      <TableCell sx={{ ...shows.settings, color: 'text.secondary', maxWidth: 0 }}>
        <Typography variant="inherit" noWrap title={settingsText(field)}>
          {settingsText(field)}
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

const settingsText = ({ settings = {} }: Field): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')
