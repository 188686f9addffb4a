import AddIcon from '@mui/icons-material/Add'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { memo, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../field-behaviour.ts'
import { EntryActions, moveByKey, type OrderedList, Said, useOrderedList } from '../frame/entry-actions.tsx'
import { FieldEditor } from '../frame/field-editor.tsx'
import { FieldPlace } from '../frame/field-place.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { type Entries, type Entry, indicesOf, useEntries } from '../frame/use-entries.ts'
import type { GroupSettings } from './model.ts'

const freshEntry = (fields: readonly Field[]): Entry =>
  Object.fromEntries(
    fields
      .map((field): [string, unknown] => [field.technicalName, behaviourOf(field).defaultValue()])
      .filter(([, value]) => value !== null),
  )

/** What tells one entry from another when it is folded: the first of its values that reads as anything. */
const summaryOf = (entry: Entry, fields: readonly Field[], languageCode: string): string => {
  for (const field of fields) {
    const text = behaviourOf(field).room.canBeTitle
      ? behaviourOf(field).plainText(entry[field.technicalName], languageCode)
      : ''
    if (text !== '') return text
  }
  return ''
}

export function GroupEditor(props: EditorProps<GroupSettings>) {
  const { t } = useTranslation()
  const { settings, value, onChange, isReadOnly, languageCode } = props
  const { fields, max } = settings
  const entries = useEntries(value, () => freshEntry(fields), onChange)
  const list = useOrderedList(indicesOf(entries.list), entries.arrange)
  return (
    <Stack ref={list.root} tabIndex={-1} sx={{ gap: 1, '&:focus-visible': { outline: 'none' } }}>
      {entries.list.map((entry, index) => (
        <EntryCard
          key={entries.keys[index] ?? index}
          entry={entry}
          fields={fields}
          index={index}
          entries={entries}
          list={list}
          isReadOnly={isReadOnly}
          languageCode={languageCode}
        />
      ))}
      {!isReadOnly && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={entries.add}
          disabled={entries.list.length >= max}
          sx={{ alignSelf: 'start' }}
        >
          {t('fieldTypes.group.add')}
        </Button>
      )}
      <Said text={list.said} />
    </Stack>
  )
}

interface EntryCardProps {
  entry: Entry
  fields: readonly Field[]
  index: number
  entries: Entries
  list: OrderedList
  isReadOnly: boolean
  languageCode: string
}

function EntryCard({ entry, fields, index, entries, list, isReadOnly, languageCode }: EntryCardProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const name = t('fieldTypes.group.entry', { number: index + 1 })
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-name`}
      data-entry={index}
      onKeyDown={isReadOnly ? undefined : moveByKey(list, index, name)}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, pl: 0.5, pr: 1, minHeight: 40 }}>
        <IconButton
          size="small"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          aria-label={t(isOpen ? 'fieldTypes.group.fold' : 'fieldTypes.group.unfold', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ExpandMoreIcon fontSize="small" sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />
        </IconButton>
        <Typography id={`${id}-name`} variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap sx={{ flexGrow: 1, minWidth: 0 }}>
          {isOpen ? '' : summaryOf(entry, fields, languageCode)}
        </Typography>
        {!isReadOnly && <EntryActions list={list} index={index} count={entries.list.length} name={name} />}
      </Stack>
      {isOpen && (
        <Stack id={`${id}-fields`} sx={{ gap: 2, px: 2, pt: 1, pb: 2, borderTop: 1, borderColor: 'divider' }}>
          {fields.map((field) => (
            <EntryField
              key={field.technicalName}
              field={field}
              index={index}
              value={entry[field.technicalName]}
              onSet={entries.set}
              isReadOnly={isReadOnly}
              languageCode={languageCode}
            />
          ))}
        </Stack>
      )}
    </Box>
  )
}

interface EntryFieldProps {
  field: Field
  index: number
  value: unknown
  onSet: Entries['set']
  isReadOnly: boolean
  languageCode: string
}

const EntryField = memo(function EntryField({ field, index, value, onSet, isReadOnly, languageCode }: EntryFieldProps) {
  const change = useCallback(
    (typed: unknown) => onSet(index, field.technicalName, typed),
    [onSet, index, field.technicalName],
  )
  return (
    <FieldPlace place={undefined}>
      <FieldEditor field={field} value={value} onChange={change} isReadOnly={isReadOnly} languageCode={languageCode} />
    </FieldPlace>
  )
})
