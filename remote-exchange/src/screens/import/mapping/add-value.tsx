import {
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { ImportInspection } from '@pim/contract'
import { columnInTemplate, maxTemplateColumns } from '@pim/contract/import/derived-columns.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DerivedFrom, type DerivedProblem, derivedCells, problemOf, usualSeparator } from './derived-columns.ts'
import { cellsOf } from './mapping-draft.ts'

const beginnings: Readonly<Record<DerivedFrom['kind'], DerivedFrom>> = {
  fixed: { kind: 'fixed', text: '' },
  template: { kind: 'template', template: '' },
  part: { kind: 'part', column: '', separator: '', part: 1 },
}
const kinds = ['fixed', 'template', 'part'] as const
const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
/** Cells that are shown before it is added. */
const shownCells = 3
const lengths = { text: 2_000, template: 1_000, separator: 20 }

interface AddValueProps {
  /** The file as it is. */
  inspection: ImportInspection
  /** The derived column that is changed; left out: a new one is added. */
  earlier: DerivedFrom | undefined
  onMade: (from: DerivedFrom) => void
  onClose: () => void
}

/**
 * Makes a column that the file has not, or changes one: where it goes is chosen in the table, as of any other. Where the focus goes next is for whoever opens
 * it to say: into the new row, or back.
 */
export function AddValue({ inspection, earlier, onMade, onClose }: AddValueProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [from, setFrom] = useState<DerivedFrom>(earlier ?? beginnings.fixed)
  const [isTried, setTried] = useState(false)
  const title = t(earlier ? 'exchange.derived.changeTitle' : 'exchange.derived.add')
  const problem = problemOf(from, inspection.columns)
  const wrong = isTried ? problem : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem === undefined) onMade(from)
  }
  return (
    <Dialog open disableRestoreFocus onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <TextField
              select
              autoFocus
              label={t('exchange.derived.kind')}
              value={from.kind}
              helperText={t(`exchange.derived.help.${from.kind}`)}
              onChange={({ target }) => {
                const kind = kinds.find((each) => each === target.value)
                if (kind !== undefined) setFrom(beginnings[kind])
                setTried(false)
              }}
            >
              {kinds.map((kind) => (
                <MenuItem key={kind} value={kind}>
                  {t(`exchange.derived.kind.${kind}`)}
                </MenuItem>
              ))}
            </TextField>
            {from.kind === 'fixed' && (
              <TextField
                required
                label={t('exchange.derived.text')}
                value={from.text}
                error={wrong !== undefined}
                helperText={<ProblemText problem={wrong} />}
                onChange={({ target }) => setFrom({ ...from, text: target.value })}
                slotProps={{ htmlInput: { maxLength: lengths.text } }}
              />
            )}
            {from.kind === 'template' && <TemplateFields {...{ from, inspection, wrong }} onChange={setFrom} />}
            {from.kind === 'part' && <PartFields {...{ from, inspection, wrong }} onChange={setFrom} />}
            {problem === undefined && <FirstCells cells={derivedCells(inspection, from)} />}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained">
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The different cells that the first rows would have in the column. */
function FirstCells({ cells }: { cells: readonly (string | null)[] }) {
  const { t } = useTranslation()
  const shown = [...new Set(cells.filter((cell) => cell?.trim()))].slice(0, shownCells)
  return (
    <div role="status">
      <Typography variant="body2" color="textSecondary">
        {t(shown.length === 0 ? 'exchange.derived.noCells' : 'exchange.derived.cells')}
      </Typography>
      {shown.map((cell) => (
        <Typography key={cell} variant="body2" component="bdi" noWrap sx={{ display: 'block' }}>
          {cell}
        </Typography>
      ))}
    </div>
  )
}

function ProblemText({ problem }: { problem: DerivedProblem | undefined }): ReactNode {
  const { t } = useTranslation()
  if (problem === undefined) return null
  return problem.code === 'unknownColumn'
    ? t('exchange.derived.problem.unknownColumn', { column: problem.column })
    : t(`exchange.derived.problem.${problem.code}`)
}

interface FieldsProps<Kind extends DerivedFrom['kind']> {
  from: Extract<DerivedFrom, { kind: Kind }>
  inspection: ImportInspection
  wrong: DerivedProblem | undefined
  onChange: (from: DerivedFrom) => void
}

function TemplateFields({ from, inspection, wrong, onChange }: FieldsProps<'template'>) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        required
        label={t('exchange.derived.template')}
        placeholder="{Brand} {Model}"
        value={from.template}
        error={wrong !== undefined}
        helperText={
          wrong ? <ProblemText problem={wrong} /> : t('exchange.derived.templateHelp', { most: maxTemplateColumns })
        }
        onChange={({ target }) => onChange({ ...from, template: target.value })}
        slotProps={{ htmlInput: { maxLength: lengths.template }, inputLabel: { shrink: true } }}
      />
      <ColumnChoice
        label={t('exchange.derived.insert')}
        columns={inspection.columns}
        value={null}
        onChange={(column) => {
          const before = from.template.trimEnd()
          onChange({ ...from, template: `${before}${before === '' ? '' : ' '}${columnInTemplate(column)}` })
        }}
      />
    </>
  )
}

function PartFields({ from, inspection, wrong, onChange }: FieldsProps<'part'>) {
  const { t } = useTranslation()
  const { column, separator, part } = from
  return (
    <>
      <ColumnChoice
        isRequired
        label={t('exchange.derived.column')}
        columns={inspection.columns}
        value={column === '' ? null : column}
        isWrong={wrong?.code === 'noColumn'}
        helperText={wrong?.code === 'noColumn' && <ProblemText problem={wrong} />}
        onChange={(chosen) =>
          onChange({ ...from, column: chosen, separator: separator || usualSeparator(cellsOf(inspection, chosen)) })
        }
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <TextField
          required
          label={t('exchange.derived.separator')}
          value={separator}
          error={wrong?.code === 'noSeparator'}
          helperText={
            wrong?.code === 'noSeparator' ? <ProblemText problem={wrong} /> : t('exchange.derived.separatorHelp')
          }
          onChange={({ target }) => onChange({ ...from, separator: target.value })}
          slotProps={{ htmlInput: { maxLength: lengths.separator } }}
          sx={{ flex: 1 }}
        />
        <TextField
          select
          label={t('exchange.derived.part')}
          value={part}
          onChange={({ target }) =>
            onChange({ ...from, part: parts.find((each) => each === Number(target.value)) ?? 'last' })
          }
          sx={{ flex: 1 }}
        >
          {parts.map((each) => (
            <MenuItem key={each} value={each}>
              {t('exchange.derived.partNumber', { part: each })}
            </MenuItem>
          ))}
          <MenuItem value="last">{t('exchange.derived.lastPart')}</MenuItem>
        </TextField>
      </Stack>
    </>
  )
}

interface ColumnChoiceProps {
  label: string
  columns: readonly string[]
  /** Null: one that is chosen is taken over, and nothing stays chosen. */
  value: string | null
  isRequired?: boolean
  isWrong?: boolean
  helperText?: ReactNode
  onChange: (column: string) => void
}

function ColumnChoice({
  label,
  columns,
  value,
  isRequired = false,
  isWrong = false,
  helperText,
  onChange,
}: ColumnChoiceProps) {
  const { t } = useTranslation()
  return (
    <Autocomplete
      autoHighlight
      blurOnSelect={value === null}
      options={[...columns]}
      value={value}
      noOptionsText={t('ui.filter.none')}
      onChange={(_, chosen) => chosen !== null && onChange(chosen)}
      renderInput={(input) => (
        <TextField {...input} required={isRequired} label={label} error={isWrong} helperText={helperText} />
      )}
    />
  )
}
