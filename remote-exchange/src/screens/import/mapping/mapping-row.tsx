import { Autocomplete, Box, Button, MenuItem, Stack, TableCell, TableRow, TextField, Typography } from '@mui/material'
import { HintedOption, variationCode } from '@pim/content-kit'
import type {
  ContentType,
  ImportColumn,
  ImportColumnTarget,
  ImportInspection,
  ProposedImportColumn,
  Variation,
} from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { factsOf } from '@pim/field-types/facts'
import { FieldCell } from '@pim/field-types/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { namesConcepts } from '../../../parts/meaning-choice.tsx'
import {
  codeColumnsFor,
  codesBeside,
  firstReading,
  openQuestions,
  type ReadCell,
  readCells,
} from './column-readings.ts'
import type { DerivedFrom } from './derived-columns.ts'
import { isLink, isShared, linkKeys } from './mapping-draft.ts'
import { type Place, placeIdOf } from './places.ts'
import { ReadingChoices } from './reading-choices.tsx'

/** Cells that are shown before and after. */
const shownCells = 3

interface MappingRowProps {
  mapped: ImportColumn
  /** What stands in the column, each once. */
  cells: readonly string[]
  /** The file with the columns that are made. */
  inspection: ImportInspection
  cellsByColumn: ReadonlyMap<string, readonly string[]>
  /** What the column is made from, where the file has it not. */
  from: DerivedFrom | undefined
  /** Whether it was made just now: then one chooses where it goes. */
  isNew: boolean
  proposed: ProposedImportColumn | undefined
  places: readonly Place[]
  types: readonly ContentType[]
  variations: readonly Variation[]
  hasVariationColumn: boolean
  /** Somebody comes to choose something for it. */
  isAsked: boolean
  onColumn: (changed: ImportColumn) => void
  onMake: (column: string) => void
  onRemove: (column: string) => void
}

/** One column: where it goes, how its cells are read, and how sure that is. Drawn anew only when something of it has changed. */
export const MappingRow = memo(function MappingRow({
  mapped,
  cells,
  inspection,
  cellsByColumn,
  from,
  isNew,
  proposed,
  places,
  types,
  variations,
  hasVariationColumn,
  isAsked,
  onColumn,
  onMake,
  onRemove,
}: MappingRowProps) {
  const { t, i18n } = useTranslation()
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (!isAsked || !row.current) return
    const controls = [
      '[aria-invalid="true"]',
      '[data-reading] :is(input:not([aria-hidden]), [role="combobox"])',
      'input',
    ]
    const [control] = controls.flatMap((each) => row.current?.querySelector<HTMLElement>(each) ?? [])
    row.current.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }, [isAsked])
  const { column, target, reading, adds } = mapped
  const place = places.find(({ id }) => id === placeIdOf(target)) ?? places[0]
  const field = place?.field
  const hasVariations =
    variations.length > 1 && (target.kind === 'channels' || (field !== undefined && !isShared(field)))
  const keys = field && isLink(field) ? linkKeys(field, types) : []
  const isMedia = field !== undefined && factsOf(field.type).refersTo === 'media'
  const confidence =
    target.kind === 'ignored'
      ? ''
      : proposed && sameTarget(proposed.target, target)
        ? t(`exchange.confidence.${proposed.confidence ?? 'guessed'}`)
        : t('exchange.confidence.chosen')
  const onTarget = (next: ImportColumnTarget) => {
    const chosen = places.find(({ id }) => id === placeIdOf(next))?.field
    const kept = chosen === field ? reading : firstReading(chosen, column, cells)
    onColumn({ column, target: next, ...(kept && { reading: kept }), ...(chosen === field && adds && { adds }) })
  }
  const samples = cells.slice(0, shownCells)
  const isRead = field !== undefined && reading !== undefined
  const codeColumn = isRead ? reading.codeColumn : undefined
  const codes = useMemo(
    () => (codeColumn === undefined ? undefined : codesBeside(inspection, column, codeColumn)),
    [inspection, column, codeColumn],
  )
  const notThere = proposed && sameTarget(proposed.target, target) ? proposed.openCells : undefined
  const named = (codeColumn === undefined ? notThere : cellsByColumn.get(codeColumn)) ?? noWords
  const codeColumns = useMemo(
    () => (isRead ? codeColumnsFor(field, reading, cellsByColumn).filter((each) => each !== column) : []),
    [isRead, field, reading, cellsByColumn, column],
  )
  const shown: readonly ReadCell[] = isRead
    ? readCells(field, reading, samples, codes)
    : samples.map((cell) => ({ cell, value: null }))
  const questions = isRead ? openQuestions(field, reading, cells) : []
  const variationId = 'variationId' in target ? (target.variationId ?? '') : ''
  return (
    <TableRow ref={row} {...(isAsked && { selected: true })}>
      <TableCell>
        <Typography variant="body2" component="bdi" sx={{ fontWeight: 600, display: 'block' }}>
          {column}
        </Typography>
        {from && (
          <Stack direction="row" useFlexGap sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="caption" color="textSecondary">
              {t(`exchange.derived.kind.${from.kind}`)}
            </Typography>
            <Button size="small" aria-label={t('exchange.derived.changeOf', { column })} onClick={() => onMake(column)}>
              {t('exchange.derived.change')}
            </Button>
            <Button
              size="small"
              aria-label={t('exchange.derived.removeOf', { column })}
              onClick={() => onRemove(column)}
            >
              {t('exchange.derived.remove')}
            </Button>
          </Stack>
        )}
      </TableCell>
      <TableCell>
        {shown.map(({ cell, code, value }) => (
          <Typography key={cell} variant="caption" color="textSecondary" component="div" noWrap>
            <bdi>{cell}</bdi>
            {code !== undefined && (
              <>
                {' · '}
                <bdi>{code}</bdi>
              </>
            )}
            {field && value !== null && value !== cell && (
              <>
                {' → '}
                <Box component="span" sx={{ color: 'text.primary' }}>
                  <FieldCell field={field} value={value} languageCode={i18n.language} />
                </Box>
              </>
            )}
          </Typography>
        ))}
      </TableCell>
      <TableCell>
        <Stack direction={{ xs: 'column', lg: 'row' }} sx={{ gap: 1 }}>
          <Autocomplete<Place, false, true>
            autoHighlight
            disableClearable
            size="small"
            options={[...places]}
            {...(place && { value: place })}
            getOptionKey={({ id }) => id}
            getOptionLabel={(option) => option.label}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            noOptionsText={t('ui.filter.none')}
            onChange={(_, chosen) => onTarget(chosen.target)}
            renderOption={({ key, ...props }, { label, hint }) => (
              <HintedOption key={key} {...props} label={label} hint={hint} />
            )}
            renderInput={(input) => (
              <TextField
                {...input}
                hiddenLabel
                autoFocus={isNew}
                // What is typed is in the place of what is there, however the focus has come.
                onFocus={({ target: input }) => input.select()}
                slotProps={{
                  ...input.slotProps,
                  htmlInput: { ...input.slotProps.htmlInput, 'aria-label': t('exchange.mapping.placeOf', { column }) },
                }}
              />
            )}
            sx={{ flex: '2 1 0', minWidth: 0 }}
          />
          {hasVariations && (target.kind === 'field' || target.kind === 'channels') && (
            <TextField
              select
              size="small"
              label={t('exchange.mapping.variation')}
              value={variationId}
              onChange={(event) => {
                const { variationId: _before, ...rest } = target
                onTarget({ ...rest, ...(event.target.value !== '' && { variationId: event.target.value }) })
              }}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              sx={{ flex: '1 1 0', minWidth: 0 }}
            >
              <MenuItem value="">
                {t(hasVariationColumn ? 'exchange.mapping.ofRow' : 'exchange.mapping.ofDefault')}
              </MenuItem>
              {variations.map((variation) => (
                <MenuItem key={variation.variationId} value={variation.variationId}>
                  {`${variation.friendlyName} (${variationCode(variation)})`}
                </MenuItem>
              ))}
            </TextField>
          )}
          {keys.length > 0 && target.kind === 'field' && (
            <TextField
              select
              size="small"
              label={t('exchange.mapping.linkedBy')}
              value={target.linkedBy ?? ''}
              onChange={(event) => {
                const { linkedBy: _before, ...rest } = target
                onTarget({ ...rest, ...(event.target.value !== '' && { linkedBy: event.target.value }) })
              }}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              sx={{ flex: '1 1 0', minWidth: 0 }}
            >
              <MenuItem value="">{t(isMedia ? 'exchange.mapping.byIdOrFile' : 'exchange.mapping.byId')}</MenuItem>
              {keys.map(({ technicalName, friendlyName }) => (
                <MenuItem key={technicalName} value={technicalName}>
                  {inLanguage(friendlyName, i18n.language, technicalName)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Stack>
        {isRead && (
          <ReadingChoices
            {...{ column, field, reading, cells, questions, codeColumns, named }}
            areMade={adds !== undefined && adds.texts === undefined}
            onReading={(next) => onColumn({ ...mapped, reading: next })}
          />
        )}
        {field && adds && (
          <Stack direction="row" useFlexGap sx={{ mt: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2">
              {t(`exchange.adds.${namesConcepts(field) ? 'concepts' : 'options'}`)}
            </Typography>
            <Button
              size="small"
              aria-label={t('exchange.adds.notOf', { column })}
              onClick={() => onColumn({ column, target, ...(reading && { reading }) })}
            >
              {t('exchange.adds.not')}
            </Button>
          </Stack>
        )}
      </TableCell>
      <TableCell>
        <Typography variant="body2" color="textSecondary">
          {confidence}
        </Typography>
      </TableCell>
    </TableRow>
  )
})

const noWords: readonly string[] = []

const sameTarget = (a: ImportColumnTarget, b: ImportColumnTarget): boolean =>
  placeIdOf(a) === placeIdOf(b) &&
  ('variationId' in a ? a.variationId : undefined) === ('variationId' in b ? b.variationId : undefined) &&
  ('linkedBy' in a ? a.linkedBy : undefined) === ('linkedBy' in b ? b.linkedBy : undefined)
