import CloseIcon from '@mui/icons-material/Close'
import { Autocomplete, Box, IconButton, MenuItem, Stack, TextField, Tooltip } from '@mui/material'
import type { ContentType, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'
import { HintedOption } from '../hinted-option.tsx'
import {
  channelsTarget,
  copyTarget,
  draftKinds,
  type EditDraft,
  kindsFor,
  type OfferedField,
  translatedTarget,
} from './edit-draft.ts'
import { type ChangeDraft, ChannelInputs, EditInputs, SourceInput } from './edit-inputs.tsx'

interface EditRowProps {
  draft: EditDraft
  offered: readonly OfferedField[]
  hasChannels: boolean
  variation: Variation | undefined
  variations: readonly Variation[]
  /** Must stay the same from one render to the next: editors are redrawn for nothing else. */
  onChange: ChangeDraft
  onRemove: (() => void) | undefined
}

interface Target {
  readonly name: string
  readonly label: string
  readonly hint: string
}

/** One edit: what it is of, what is done with it, and what that needs. */
export function EditRow({ draft, offered, hasChannels, variation, variations, onChange, onRemove }: EditRowProps) {
  const { t, i18n } = useTranslation()
  const typeNames = (types: readonly ContentType[]) =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
      types.map(({ friendlyName, technicalName }) => inLanguage(friendlyName, i18n.language, technicalName)),
    )
  const targets: readonly Target[] = [
    ...offered.map(({ field, onlyIn }) => ({
      name: field.technicalName,
      label: inLanguage(field.friendlyName, i18n.language, field.technicalName),
      hint: onlyIn.length > 0 ? typeNames(onlyIn.slice(0, 3)) + (onlyIn.length > 3 ? ' …' : '') : '',
    })),
    ...(hasChannels ? [{ name: channelsTarget, label: t('kit.bulkEdit.channels'), hint: '' }] : []),
    ...(variations.length > 1
      ? [
          { name: copyTarget, label: t('kit.bulkEdit.copyAll'), hint: '' },
          { name: translatedTarget, label: t('kit.bulkEdit.markTranslated'), hint: '' },
        ]
      : []),
  ]
  const byName = new Map(targets.map((target) => [target.name, target]))
  const field = offered.find((each) => each.field.technicalName === draft.target)?.field
  const kinds = field ? kindsFor(field) : []
  const choose = (target: string | null) => {
    const chosen = offered.find((each) => each.field.technicalName === target)?.field
    const kept = chosen && kindsFor(chosen).includes(draft.kind) ? draft.kind : 'set'
    // A value of one field does not go with another one.
    onChange({ target: target ?? '', kind: kept, value: null })
  }
  return (
    <Stack sx={{ gap: 1.5, py: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'start' }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, flex: 1, minWidth: 0 }}>
          <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
            <Autocomplete
              autoHighlight
              options={targets.map(({ name }) => name)}
              // A text: an object that is made anew would take back what is typed.
              value={byName.has(draft.target) ? draft.target : null}
              getOptionKey={(name) => name}
              getOptionLabel={(name) => byName.get(name)?.label ?? name}
              noOptionsText={t('ui.filter.none')}
              onChange={(_, target) => choose(target)}
              renderOption={({ key, ...props }, name) => (
                <HintedOption
                  key={key}
                  {...props}
                  label={byName.get(name)?.label ?? name}
                  hint={byName.get(name)?.hint ?? ''}
                />
              )}
              renderInput={(params) => <TextField {...params} label={t('kit.bulkEdit.field')} />}
            />
          </Box>
          {field && (
            <TextField
              select
              label={t('kit.bulkEdit.what')}
              value={draft.kind}
              onChange={({ target }) => {
                const kind = draftKinds.find((each) => each === target.value)
                if (kind) onChange({ kind })
              }}
              sx={{ flex: '1 1 0', minWidth: 0 }}
            >
              {kinds.map((kind) => (
                <MenuItem key={kind} value={kind}>
                  {t(`kit.bulkEdit.kind.${kind}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Stack>
        {onRemove && (
          <Tooltip title={t('kit.bulkEdit.remove')}>
            <IconButton onClick={onRemove} aria-label={t('kit.bulkEdit.remove')}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      {draft.target === channelsTarget && <ChannelInputs draft={draft} onChange={onChange} />}
      {draft.target === copyTarget && <SourceInput draft={draft} onChange={onChange} variations={variations} />}
      {field && (
        <EditInputs key={`${draft.target} ${draft.kind}`} {...{ draft, onChange, field, variation, variations }} />
      )}
    </Stack>
  )
}
