import { FormControl, FormControlLabel, FormLabel, MenuItem, Radio, RadioGroup, TextField } from '@mui/material'
import { maxAddressLength } from '@pim/contract/import/limits.ts'
import { maxKeptFiles } from '@pim/contract/schedules/limits.ts'
import { useTenant } from '@pim/shell'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftProps } from './schedule-draft.ts'

const sources = ['address', 'folder'] as const
const destinations = ['downloads', 'folder'] as const
const afterRehearsals = ['runFaultless', 'runAll', 'wait'] as const

/** From where the files of an import come and what follows the rehearsal; where the files of an export go. */
export function PlaceFields(props: DraftProps) {
  return props.draft.kind === 'import' ? <ImportFields {...props} /> : <ExportFields {...props} />
}

function ImportFields(props: DraftProps) {
  const { draft, isWrong, onChange } = props
  const { t, i18n } = useTranslation()
  const afterId = useId()
  const { importHosts = [] } = useTenant()
  const hosts = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(importHosts)
  const addressHelp = importHosts.length === 0 ? t('exchange.address.noHosts') : t('exchange.address.help', { hosts })
  return (
    <>
      <TextField
        select
        label={t('exchange.schedule.from')}
        value={draft.from}
        onChange={({ target }) => onChange({ from: sources.find((each) => each === target.value) ?? 'address' })}
      >
        {sources.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`exchange.schedule.from.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {draft.from === 'address' ? (
        <TextField
          required
          type="url"
          label={t('exchange.address.label')}
          value={draft.address}
          onChange={({ target }) => onChange({ address: target.value })}
          error={isWrong('address')}
          helperText={isWrong('address') ? t('exchange.address.missing') : addressHelp}
          slotProps={{
            htmlInput: { maxLength: maxAddressLength, spellCheck: false, autoComplete: 'off' },
            formHelperText: { sx: { overflowWrap: 'anywhere' } },
          }}
        />
      ) : (
        <FolderField {...props} help={t('exchange.schedule.incomingHelp')} />
      )}
      <FormControl>
        <FormLabel id={afterId}>{t('exchange.schedule.after')}</FormLabel>
        <RadioGroup
          aria-labelledby={afterId}
          value={draft.afterRehearsal}
          onChange={({ target }) =>
            onChange({ afterRehearsal: afterRehearsals.find((each) => each === target.value) ?? 'runFaultless' })
          }
        >
          {afterRehearsals.map((each) => (
            <FormControlLabel
              key={each}
              value={each}
              control={<Radio />}
              label={t(`exchange.schedule.after.${each}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  )
}

function ExportFields(props: DraftProps) {
  const { draft, onChange } = props
  const { t } = useTranslation()
  return (
    <>
      <TextField
        select
        label={t('exchange.schedule.to')}
        value={draft.to}
        onChange={({ target }) => onChange({ to: destinations.find((each) => each === target.value) ?? 'downloads' })}
      >
        {destinations.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`exchange.schedule.to.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {draft.to === 'folder' && <FolderField {...props} help={t('exchange.schedule.outgoingHelp')} />}
      <TextField
        type="number"
        label={t('exchange.schedule.keep')}
        helperText={t('exchange.schedule.keepHelp', { max: maxKeptFiles })}
        value={draft.keep}
        onChange={({ target }) =>
          onChange({ keep: Math.min(maxKeptFiles, Math.max(1, Math.trunc(Number(target.value)) || 1)) })
        }
        slotProps={{ htmlInput: { min: 1, max: maxKeptFiles } }}
      />
    </>
  )
}

function FolderField({ draft, isWrong, onChange, help }: DraftProps & { help: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      required
      label={t('exchange.schedule.folder')}
      value={draft.folder}
      onChange={({ target }) => onChange({ folder: target.value })}
      error={isWrong('folder')}
      helperText={isWrong('folder') ? t('exchange.schedule.folderWrong') : help}
      slotProps={{ htmlInput: { maxLength: 63, spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' } }}
    />
  )
}
