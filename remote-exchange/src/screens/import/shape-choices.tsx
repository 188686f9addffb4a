import { ListItemText, MenuItem, Stack, TextField } from '@mui/material'
import type { ImportFileShape, ImportInspection } from '@pim/contract'
import { textEncodings } from '@pim/contract/import/text-encodings.ts'
import { useTranslation } from 'react-i18next'
import { delimiters, encodingName, lettersOf } from './file-shape.ts'

interface ShapeChoicesProps {
  shape: ImportFileShape
  sheets: ImportInspection['sheets']
  /** Of XML: what can be a row. */
  elements: ImportInspection['elements']
  encodingFoundBy: ImportInspection['encodingFoundBy']
  encodingSample: ImportInspection['encodingSample']
  onChange: (shape: ImportFileShape) => void
}

/** How the file is read, as it was found; each can be changed, and the file is then read anew. */
export function ShapeChoices({
  shape,
  sheets,
  elements = [],
  encodingFoundBy,
  encodingSample,
  onChange,
}: ShapeChoicesProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const width = { width: { xs: '100%', sm: 260 } }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
      {shape.format === 'xlsx' ? (
        <TextField
          select
          label={t('exchange.shape.sheet')}
          value={shape.sheet}
          onChange={({ target }) => onChange({ ...shape, sheet: target.value })}
          sx={width}
        >
          {sheets.map(({ name, isHidden }) => (
            <MenuItem key={name} value={name}>
              {isHidden ? t('exchange.shape.hiddenSheet', { name }) : name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <TextField
          select
          label={t('exchange.shape.encoding')}
          value={shape.encoding}
          helperText={
            encodingFoundBy === 'assumed' && encodingSample !== undefined
              ? t('exchange.shape.assumed', { sample: encodingSample })
              : undefined
          }
          onChange={({ target }) =>
            onChange({ ...shape, encoding: textEncodings.find((each) => each === target.value) ?? 'utf-8' })
          }
          sx={width}
        >
          {textEncodings.map((encoding) => (
            <MenuItem key={encoding} value={encoding}>
              {t('exchange.encoding', {
                name: encodingName(encoding),
                letters: t(`exchange.letters.${lettersOf(encoding)}`),
              })}
            </MenuItem>
          ))}
        </TextField>
      )}
      {shape.format === 'xml' && (
        <TextField
          select
          label={t('exchange.shape.element')}
          value={shape.element}
          helperText={t('exchange.shape.elementHelp')}
          onChange={({ target }) => onChange({ ...shape, element: target.value })}
          slotProps={{ select: { renderValue: (path) => nameOf(String(path)) } }}
          sx={{ width: { xs: '100%', sm: 360 } }}
        >
          {withChosen(elements, shape.element).map(({ path, count }) => (
            <MenuItem key={path} value={path} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              <ListItemText
                primary={
                  count === undefined
                    ? nameOf(path)
                    : t('exchange.shape.elementChoice', { name: nameOf(path), amount: number.format(count) })
                }
                secondary={path}
              />
            </MenuItem>
          ))}
        </TextField>
      )}
      {shape.format === 'csv' && (
        <TextField
          select
          label={t('exchange.shape.delimiter')}
          value={shape.delimiter}
          onChange={({ target }) =>
            onChange({ ...shape, delimiter: delimiters.find((each) => each === target.value) ?? ',' })
          }
          sx={width}
        >
          {delimiters.map((delimiter) => (
            <MenuItem key={delimiter} value={delimiter}>
              {t(`exchange.delimiter.${delimiterNames[delimiter]}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {(shape.format === 'csv' || shape.format === 'xlsx') && (
        <>
          <RowChoice
            label={t('exchange.shape.headerRow')}
            value={shape.headerRow}
            least={1}
            onChange={(headerRow) => {
              const { headerRow: _before, ...others } = shape
              onChange({ ...others, ...(headerRow && { headerRow }) })
            }}
          />
          <RowChoice
            label={t('exchange.shape.firstRow')}
            value={shape.firstRow}
            least={2}
            onChange={(firstRow) => {
              const { firstRow: _before, ...others } = shape
              onChange({ ...others, ...(firstRow && { firstRow }) })
            }}
          />
        </>
      )}
    </Stack>
  )
}

/** Of an element, without those around it. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Another file may have had the element that was chosen. */
const withChosen = (
  elements: readonly { readonly path: string; readonly count?: number }[],
  chosen: string,
): readonly { readonly path: string; readonly count?: number }[] =>
  elements.some(({ path }) => path === chosen) ? elements : [{ path: chosen }, ...elements]

interface RowChoiceProps {
  label: string
  value: number | undefined
  least: number
  onChange: (row: number | undefined) => void
}

/** The number of a row; empty: as it is found. The file is read anew once the field is left. */
function RowChoice({ label, value, least, onChange }: RowChoiceProps) {
  const { t } = useTranslation()
  return (
    <TextField
      key={value ?? ''}
      type="number"
      label={label}
      defaultValue={value ?? ''}
      placeholder={t('exchange.shape.rowFound')}
      onBlur={({ target }) => {
        const row =
          target.value === '' ? undefined : Math.min(maxHeaderRow, Math.max(least, Math.round(Number(target.value))))
        if (row !== value) onChange(row)
      }}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLElement) target.blur()
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: least, max: maxHeaderRow } }}
      sx={{ width: { xs: '100%', sm: 180 } }}
    />
  )
}

/** As many as the server takes. */
const maxHeaderRow = 10_000

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
