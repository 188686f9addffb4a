import AddIcon from '@mui/icons-material/Add'
import {
  Button,
  FormHelperText,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material'
import type { Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { memo, useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../field-behaviour.ts'
import { EntryActions, moveByKey, type OrderedList, Said, useOrderedList } from '../frame/entry-actions.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { useFieldView } from '../frame/field-views.tsx'
import { useIssueMessages } from '../frame/issue-messages.ts'
import { type Entries, type Entry, indicesOf, useEntries } from '../frame/use-entries.ts'
import type { TableSettings } from './model.ts'

const freshRow = (): Entry => ({})

export function TableEditor(props: EditorProps<TableSettings>) {
  const { t } = useTranslation()
  const { labelId, settings, value, onChange, isReadOnly, languageCode } = props
  const { columns, max } = settings
  const rows = useEntries(value, freshRow, onChange)
  const list = useOrderedList(indicesOf(rows.list), rows.arrange)
  return (
    <Stack ref={list.root} tabIndex={-1} sx={{ gap: 1, '&:focus-visible': { outline: 'none' } }}>
      {rows.list.length > 0 && (
        <TableContainer sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
          <Table size="small" aria-labelledby={labelId}>
            <TableHead>
              <TableRow>
                {columns.map((column) => (
                  <TableCell key={column.technicalName}>
                    {inLanguage(column.friendlyName, languageCode, column.technicalName)}
                    {column.required === 'onPublish' && ' *'}
                  </TableCell>
                ))}
                {!isReadOnly && <TableCell aria-label={t('fieldTypes.table.actions')} />}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.list.map((row, index) => (
                <Row
                  key={rows.keys[index] ?? index}
                  row={row}
                  columns={columns}
                  index={index}
                  rows={rows}
                  list={list}
                  isReadOnly={isReadOnly}
                  languageCode={languageCode}
                />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {!isReadOnly && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={rows.add}
          disabled={rows.list.length >= max}
          sx={{ alignSelf: 'start' }}
        >
          {t('fieldTypes.table.add')}
        </Button>
      )}
      <Said text={list.said} />
    </Stack>
  )
}

interface RowProps {
  row: Entry
  columns: readonly Field[]
  index: number
  rows: Entries
  list: OrderedList
  isReadOnly: boolean
  languageCode: string
}

function Row({ row, columns, index, rows, list, isReadOnly, languageCode }: RowProps) {
  const { t } = useTranslation()
  const name = t('fieldTypes.table.row', { number: index + 1 })
  return (
    <TableRow data-entry={index} onKeyDown={isReadOnly ? undefined : moveByKey(list, index, name)}>
      {columns.map((column) => (
        <Cell
          key={column.technicalName}
          column={column}
          index={index}
          rowName={name}
          value={row[column.technicalName]}
          onSet={rows.set}
          isReadOnly={isReadOnly}
          languageCode={languageCode}
        />
      ))}
      {!isReadOnly && (
        <TableCell align="right" padding="none" sx={{ width: 96, whiteSpace: 'nowrap' }}>
          <EntryActions list={list} index={index} count={rows.list.length} name={name} />
        </TableCell>
      )}
    </TableRow>
  )
}

interface CellProps {
  column: Field
  index: number
  rowName: string
  value: unknown
  onSet: Entries['set']
  isReadOnly: boolean
  languageCode: string
}

const noErrors: [] = []

const Cell = memo(function Cell({ column, index, rowName, value, onSet, isReadOnly, languageCode }: CellProps) {
  const id = useId()
  const change = useCallback(
    (typed: unknown) => onSet(index, column.technicalName, typed),
    [onSet, index, column.technicalName],
  )
  const messages = useIssueMessages({
    field: column,
    value,
    errors: noErrors,
    showsInnerIssues: false,
    isInherited: false,
  })
  const { Editor } = useFieldView(column.type)
  const errorId = `${id}-error`
  return (
    <TableCell sx={{ minWidth: 140, p: 0.5, verticalAlign: 'top' }}>
      <Editor
        id={id}
        labelId=""
        label={`${inLanguage(column.friendlyName, languageCode, column.technicalName)}, ${rowName}`}
        describedBy={messages.length > 0 ? errorId : undefined}
        isInvalid={messages.length > 0}
        isReadOnly={isReadOnly}
        field={column}
        settings={behaviourOf(column).settings}
        value={value}
        onChange={change}
        languageCode={languageCode}
      />
      {messages.length > 0 && (
        <FormHelperText id={errorId} error sx={{ mx: 0 }}>
          {messages.join(' ')}
        </FormHelperText>
      )}
    </TableCell>
  )
})
