import {
  Alert,
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import type { ApiError } from '@pim/api-client'
import { useSeenVersion } from '@pim/api-client/seen-version'
import { useChannels, whenComplete } from '@pim/content-kit'
import type { ApiKey, NewApiKey } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyEndField } from '../../parts/key-end-field.tsx'
import { dayOf, endOfDay } from '../../parts/key-state.ts'
import { useRefusal } from '../../parts/refusal.ts'
import { useChangeKey, useCreateKey, useTypeNames } from './api-keys.api.ts'

/** What a key may read, and until when. */
interface KeySettings {
  name: string
  kind?: ApiKey['kind']
  deliveryTargets: string[]
  contentTypeTechnicalNames: string[]
  expiresAt: string | null
}
const unlimited: KeySettings = {
  name: '',
  kind: 'delivery',
  deliveryTargets: [],
  contentTypeTechnicalNames: [],
  expiresAt: null,
}

export function CreateKeyDialog({
  onCreated,
  onClose,
}: {
  onCreated: (newKey: NewApiKey) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const create = useCreateKey()
  return (
    <KeyForm
      title={t('settings.key.new')}
      stored={unlimited}
      confirmLabel={t('settings.key.create')}
      error={create.error}
      isBusy={create.isPending}
      choosesKind
      onSubmit={(body) => create.mutate({ body }, { onSuccess: onCreated })}
      onClose={onClose}
    />
  )
}

export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const change = useChangeKey()
  const seen = useSeenVersion(apiKey.apiKeyId, apiKey.version, true)
  const changed = ({ name }: ApiKey) => {
    feedback.success(t('settings.key.changed', { name }))
    onClose()
  }
  return (
    <KeyForm
      title={t('settings.key.changeTitle', { name: apiKey.name })}
      stored={apiKey}
      confirmLabel={t('settings.save')}
      error={change.error}
      isBusy={change.isPending}
      onSubmit={({ kind: _, ...body }) =>
        change.mutate(
          { params: { apiKeyId: apiKey.apiKeyId }, body, ifMatch: seen.ifMatch },
          { onSuccess: changed, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
        )
      }
      onClose={onClose}
    />
  )
}

interface KeyFormProps {
  title: string
  stored: KeySettings
  confirmLabel: string
  error: ApiError | null
  isBusy: boolean
  /** What a key is for is said once, when it is made. */
  choosesKind?: boolean
  onSubmit: (settings: KeySettings) => void
  onClose: () => void
}

function KeyForm({ title, stored, confirmLabel, error, isBusy, choosesKind, onSubmit, onClose }: KeyFormProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const refusal = useRefusal()
  const { channels, channelName } = useChannels()
  const { data: types } = useTypeNames()
  const [name, setName] = useState(stored.name)
  const [kind, setKind] = useState(stored.kind ?? 'delivery')
  const isForImports = kind === 'import'
  const [targets, setTargets] = useState(stored.deliveryTargets)
  const [typeNames, setTypeNames] = useState(stored.contentTypeTechnicalNames)
  const [day, setDay] = useState(dayOf(stored.expiresAt))
  const titleOf = (technicalName: string) =>
    inLanguage(types?.find((type) => type.technicalName === technicalName)?.friendlyName, i18n.language, technicalName)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || isBusy) return
    // An unchanged day keeps the stored time of day; a chosen day ends at its last second.
    const expiresAt = day === dayOf(stored.expiresAt) ? stored.expiresAt : endOfDay(day)
    const deliveryTargets = isForImports ? [] : targets
    onSubmit({ name: name.trim(), kind, deliveryTargets, contentTypeTechnicalNames: typeNames, expiresAt })
  }
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <TextField
              autoFocus
              required
              label={t('settings.key.name')}
              helperText={t(isForImports ? 'settings.key.importNameHelp' : 'settings.key.nameHelp')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            {choosesKind && (
              <TextField
                select
                label={t('settings.key.kind')}
                helperText={t(`settings.key.kindHelp.${kind}`)}
                value={kind}
                onChange={({ target }) => setKind(target.value === 'import' ? 'import' : 'delivery')}
              >
                <MenuItem value="delivery">{t('settings.key.kind.delivery')}</MenuItem>
                <MenuItem value="import">{t('settings.key.kind.import')}</MenuItem>
              </TextField>
            )}
            {!isForImports && (
              <Autocomplete
                multiple
                openText={t('fieldTypes.choose.open')}
                closeText={t('fieldTypes.choose.close')}
                clearText={t('fieldTypes.choose.clearAll')}
                noOptionsText={t('fieldTypes.choose.none')}
                size="small"
                options={[
                  ...new Set([...channels.map(({ technicalName }) => technicalName), ...stored.deliveryTargets]),
                ]}
                getOptionLabel={channelName}
                value={targets}
                onChange={(_, chosen) => setTargets(chosen)}
                renderInput={(input) => (
                  <TextField {...input} label={t('settings.key.targets')} helperText={t('settings.key.targetsHelp')} />
                )}
              />
            )}
            <Autocomplete
              multiple
              openText={t('fieldTypes.choose.open')}
              closeText={t('fieldTypes.choose.close')}
              clearText={t('fieldTypes.choose.clearAll')}
              noOptionsText={t('fieldTypes.choose.none')}
              size="small"
              options={[
                ...new Set([...(types ?? []).map((type) => type.technicalName), ...stored.contentTypeTechnicalNames]),
              ]}
              getOptionLabel={titleOf}
              value={typeNames}
              onChange={(_, chosen) => setTypeNames(chosen)}
              renderInput={(input) => (
                <TextField {...input} label={t('settings.key.types')} helperText={t('settings.key.typesHelp')} />
              )}
            />
            <KeyEndField day={day} onChange={setDay} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            loading={isBusy}
            permission={whenComplete(name.trim() ? undefined : t('kit.needsName'))}
          >
            {confirmLabel}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
