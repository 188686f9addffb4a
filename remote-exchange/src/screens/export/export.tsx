import {
  Alert,
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  Paper,
  Skeleton,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { BackLink, useChannels, useVariations, variationCode } from '@pim/content-kit'
import {
  type ExportDraft,
  ExportFormat,
  ExportType,
  ExportValues,
  exportDraftOf,
  exportProfileOf,
  exportRequestOf,
  newExportDraft,
  useExport,
} from '@pim/content-kit/export'
import { useTakeOver } from '@pim/content-kit/saved-choices'
import type { ContentType, NewSavedChoice, SavedChoiceOf, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { factsOf } from '@pim/field-types/facts'
import { useFeedback, usePermission } from '@pim/shell'
import { ErrorState, GuardedButton, PageHeader } from '@pim/ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { runsPath } from '../../parts/paths.ts'
import { ProfilesMenu } from '../../parts/profiles/profiles-menu.tsx'
import { draftFor, goneOf } from './draft-for.ts'

/** All items of a content type as a file, with what one chooses of them. The address has the content type. */
export function Export() {
  const { t } = useTranslation()
  const types = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000, failureGoesTo: 'screen' })
  const { variations } = useVariations()
  return (
    <>
      <PageHeader
        title={t('exchange.export.title')}
        before={<BackLink to={runsPath} label={t('exchange.run.toList')} />}
      />
      {types.isError ? (
        <ErrorState title={t('exchange.export.typesFailed')} onRetry={() => void types.refetch()} />
      ) : types.data && variations ? (
        <Form types={types.data} variations={variations} />
      ) : (
        <Skeleton variant="rounded" height={320} sx={{ maxWidth }} aria-busy />
      )}
    </>
  )
}

const maxWidth = 720
const delimiters = [',', ';', '\t', '|'] as const
const markups = ['html', 'markdown'] as const
const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** As browsers kept profiles, before the server did. */
interface KeptProfile {
  readonly name: string
  readonly draft: ExportDraft
}

const savedProfile = ({ name, draft }: KeptProfile, isShared: boolean): NewSavedChoice => ({
  kind: 'exportProfile',
  name,
  isShared,
  content: exportProfileOf(draft),
})

function Form({ types, variations }: { types: readonly ContentType[]; variations: readonly Variation[] }) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const permission = usePermission('export.exportItems')
  const { channels } = useChannels()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('type')
  useTakeOver<KeptProfile>('exchange.export.profiles', (kept) => savedProfile(kept, false))
  const [gone, setGone] = useState<string>()
  const [kept, setDraft] = useState(() =>
    newExportDraft(
      types.find(({ technicalName }) => technicalName === asked)?.technicalName ?? types[0]?.technicalName ?? '',
    ),
  )
  const draft = draftFor(kept, types, variations)
  const { run, isBusy, failure } = useExport(() => feedback.success(t('exchange.export.saved')))
  const change = (part: Partial<ExportDraft>) => {
    setDraft({ ...draft, ...part })
    if (part.typeName !== undefined) setAddress({ type: part.typeName }, { replace: true })
  }
  const type = types.find(({ technicalName }) => technicalName === draft.typeName)
  const fields = type?.fields ?? []
  const apply = ({ name, content }: SavedChoiceOf<'exportProfile'>) => {
    const applied = exportDraftOf(content)
    const { names, variations: count } = goneOf(applied, types, variations)
    const parts = [...names, ...(count > 0 ? [t('exchange.export.goneVariations', { count })] : [])]
    setGone(parts.length > 0 ? t('exchange.export.gone', { name, parts: parts.join(', ') }) : undefined)
    if (types.some(({ technicalName }) => technicalName === applied.typeName)) change(applied)
  }
  const part = { draft, onChange: change }
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2, maxWidth, flex: 'none' }}>
      <Stack sx={{ gap: 2.5 }}>
        <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
          <ProfilesMenu
            kind="exportProfile"
            newProfile={(name, isShared) => savedProfile({ name, draft }, isShared)}
            onApply={apply}
          />
        </Stack>
        {gone && (
          <Alert severity="info" variant="outlined">
            {gone}
          </Alert>
        )}
        <ExportType types={types} {...part} />
        <ExportFormat {...part} />
        {draft.format === 'csv' && (
          <TextField
            select
            label={t('exchange.shape.delimiter')}
            value={draft.delimiter}
            onChange={({ target }) => change({ delimiter: delimiters.find((each) => each === target.value) ?? ',' })}
            fullWidth
          >
            {delimiters.map((delimiter) => (
              <MenuItem key={delimiter} value={delimiter}>
                {t(`exchange.delimiter.${delimiterNames[delimiter]}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Several
          label={t('exchange.export.fields')}
          every={t('exchange.export.everyField')}
          options={fields.map(({ technicalName, friendlyName }) => ({
            id: technicalName,
            label: inLanguage(friendlyName, i18n.language, technicalName),
          }))}
          chosen={draft.fieldNames}
          onChange={(fieldNames) => change({ fieldNames })}
        />
        <Several
          label={t('kit.export.variations')}
          every={t('kit.export.everyVariation')}
          options={variations.map((variation) => ({
            id: variation.variationId,
            label: `${variation.friendlyName} (${variationCode(variation)})`,
          }))}
          chosen={draft.variationIds}
          onChange={(variationIds) => change({ variationIds })}
        />
        <ExportValues {...part} />
        {channels.length > 0 && (
          <FormControlLabel
            control={<Checkbox checked={draft.withChannels} onChange={(_, withChannels) => change({ withChannels })} />}
            label={t('exchange.export.channels')}
          />
        )}
        <FormControl>
          <FormControlLabel
            control={
              <Checkbox
                checked={draft.references === 'keys'}
                onChange={(_, byKeys) => change({ references: byKeys ? 'keys' : undefined })}
              />
            }
            label={t('exchange.export.byKeys')}
          />
          <FormHelperText>{t('exchange.export.byKeysHelp')}</FormHelperText>
        </FormControl>
        <FormControl>
          <FormControlLabel
            control={
              <Checkbox
                checked={draft.headingLanguageCode !== undefined}
                onChange={(_, isLabels) => change({ headingLanguageCode: isLabels ? i18n.language : undefined })}
              />
            }
            label={t('exchange.export.labels')}
          />
          <FormHelperText>{t('exchange.export.labelsHelp')}</FormHelperText>
        </FormControl>
        {fields.some(({ type: each }) => factsOf(each).isMarkedUp) && (
          <TextField
            select
            label={t('exchange.export.richTexts')}
            value={draft.richTexts ?? 'document'}
            onChange={({ target }) => change({ richTexts: markups.find((each) => each === target.value) })}
            helperText={t(`exchange.export.richTextsHelp.${draft.richTexts ?? 'document'}`)}
            fullWidth
          >
            {(['document', ...markups] as const).map((each) => (
              <MenuItem key={each} value={each}>
                {t(`exchange.export.richTexts.${each}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {failure && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
        <Typography variant="body2" color="textSecondary">
          {t('exchange.export.hint')}
        </Typography>
        <GuardedButton
          variant="contained"
          permission={{ ...permission, may: permission.may && type !== undefined }}
          loading={isBusy}
          onClick={() => void run(exportRequestOf(draft))}
          sx={{ alignSelf: 'start' }}
        >
          {t('kit.export.confirm')}
        </GuardedButton>
      </Stack>
    </Paper>
  )
}

interface Option {
  readonly id: string
  readonly label: string
}

interface SeveralProps {
  label: string
  /** Said while none is chosen. */
  every: string
  options: readonly Option[]
  chosen: readonly string[] | undefined
  onChange: (ids: readonly string[] | undefined) => void
}

/** Some of several; none chosen is all of them. In their own order, whatever they are chosen in. */
function Several({ label, every, options, chosen = [], onChange }: SeveralProps) {
  const { t } = useTranslation()
  const labels = new Map(options.map((option) => [option.id, option.label]))
  const ids = [...labels.keys()]
  const joined = ids.filter((id) => chosen.includes(id)).join(' ')
  // The same list until another choice is made: a new one would take back what is typed.
  const value = useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined])
  return (
    <Autocomplete<string, true>
      multiple
      disableCloseOnSelect
      options={ids}
      value={value}
      getOptionLabel={(id) => labels.get(id) ?? id}
      noOptionsText={t('ui.filter.none')}
      onChange={(_, next) => {
        const inOrder = ids.filter((id) => next.includes(id))
        onChange(inOrder.length === 0 ? undefined : inOrder)
      }}
      // The placeholder names the choice that holds, so it is drawn as a value.
      sx={{ '& input::placeholder': { opacity: 1, color: 'text.secondary' } }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          placeholder={chosen.length === 0 ? every : undefined}
          slotProps={{ ...input.slotProps, inputLabel: { ...input.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}
