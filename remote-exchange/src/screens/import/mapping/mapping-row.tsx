import { Autocomplete, MenuItem, Stack, TableCell, TableRow, TextField, Typography } from '@mui/material'
import { HintedOption, variationCode } from '@pim/content-kit'
import type { ContentType, ImportColumnTarget, ProposedImportColumn, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isLink, isShared, linkKeys } from './mapping-draft.ts'
import { type Place, placeIdOf } from './places.ts'

interface MappingRowProps {
  column: string
  target: ImportColumnTarget
  samples: readonly string[]
  proposed: ProposedImportColumn | undefined
  places: readonly Place[]
  types: readonly ContentType[]
  variations: readonly Variation[]
  hasVariationColumn: boolean
  onTarget: (column: string, target: ImportColumnTarget) => void
}

/** One column: where it goes, and how sure that is. Drawn anew only when something of it has changed. */
export const MappingRow = memo(function MappingRow({
  column,
  target,
  samples,
  proposed,
  places,
  types,
  variations,
  hasVariationColumn,
  onTarget,
}: MappingRowProps) {
  const { t, i18n } = useTranslation()
  const place = places.find(({ id }) => id === placeIdOf(target)) ?? places[0]
  const field = place?.field
  const hasVariations =
    variations.length > 1 && (target.kind === 'channels' || (field !== undefined && !isShared(field)))
  const keys = field && isLink(field) ? linkKeys(field, types) : []
  const isMedia = field?.type === 'media' || field?.type === 'medias'
  const confidence =
    target.kind === 'ignored'
      ? ''
      : proposed && sameTarget(proposed.target, target)
        ? t(`exchange.confidence.${proposed.confidence ?? 'guessed'}`)
        : t('exchange.confidence.chosen')
  const variationId = 'variationId' in target ? (target.variationId ?? '') : ''
  return (
    <TableRow>
      <TableCell>
        <Typography variant="body2" component="bdi" sx={{ fontWeight: 600, display: 'block' }}>
          {column}
        </Typography>
      </TableCell>
      <TableCell>
        {samples.map((sample) => (
          <Typography key={sample} variant="caption" color="textSecondary" component="div" noWrap>
            <bdi>{sample}</bdi>
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
            onChange={(_, chosen) => onTarget(column, chosen.target)}
            renderOption={({ key, ...props }, { label, hint }) => (
              <HintedOption key={key} {...props} label={label} hint={hint} />
            )}
            renderInput={(input) => (
              <TextField
                {...input}
                hiddenLabel
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
                onTarget(column, { ...rest, ...(event.target.value !== '' && { variationId: event.target.value }) })
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
                onTarget(column, { ...rest, ...(event.target.value !== '' && { linkedBy: event.target.value }) })
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
      </TableCell>
      <TableCell>
        <Typography variant="body2" color="textSecondary">
          {confidence}
        </Typography>
      </TableCell>
    </TableRow>
  )
})

const sameTarget = (a: ImportColumnTarget, b: ImportColumnTarget): boolean =>
  placeIdOf(a) === placeIdOf(b) &&
  ('variationId' in a ? a.variationId : undefined) === ('variationId' in b ? b.variationId : undefined) &&
  ('linkedBy' in a ? a.linkedBy : undefined) === ('linkedBy' in b ? b.linkedBy : undefined)
