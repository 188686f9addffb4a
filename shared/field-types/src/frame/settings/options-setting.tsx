import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, IconButton, InputAdornment, Stack, TextField, Typography } from '@mui/material'
import { inLanguage, languageToWrite } from '@pim/contract/core/language.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOptionColor, type Option } from '../../core/option.ts'
import { slugFrom } from '../../slug/slug-from.ts'
import { Said, useOrderedList } from '../entry-actions.tsx'
import { OptionDot } from '../option-dot.tsx'
import { type EntryPlace, EntryRow } from './entry-row.tsx'
import { LocalizedInput } from './localized-input.tsx'
import { useSetting, useSettingsScope } from './settings-scope.tsx'
import { useOpenEntry } from './use-open-entry.ts'

/** A list of thousands is drawn in parts. */
const shownAtOnce = 50

const isOption = (value: unknown): value is Option => typeof value === 'object' && value !== null && 'code' in value

/** A code of its own for a new option; it stays what it is when the label changes, because values are kept by it. */
function newCode(label: string, options: readonly Option[]): string {
  const taken = new Set(options.map(({ code }) => code))
  const wanted = slugFrom(label, 90) || 'option'
  let code = wanted
  for (let number = 2; taken.has(code); number += 1) code = `${wanted}-${number}`
  return code
}

/** What can be chosen: label by language, colour, code, in the order in which it is offered. */
export function OptionsSetting({ name }: { name: string }) {
  const { t, i18n } = useTranslation()
  const { label, help, value, isReadOnly, error, set } = useSetting(name)
  const { languages } = useSettingsScope().world
  const [text, setText] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const options = Array.isArray(value) ? value.filter(isOption) : []
  const write = (next: readonly Option[]) => set(next.length === 0 ? undefined : next)
  const { id, list, openAt, toggle } = useOpenEntry(useOrderedList(options, write))
  const add = () => {
    const words = text.trim()
    if (words === '') return
    write([
      ...options,
      { code: newCode(words, options), label: { [languageToWrite(i18n.language, languages)]: words } },
    ])
    setText('')
    setShown(Math.max(shown, options.length + 1))
  }
  return (
    <Box data-setting={name} role="group" aria-label={label} ref={list.root} tabIndex={-1}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {options.slice(0, shown).map((option, index) => (
          <OptionRow
            key={index}
            option={option}
            index={index}
            count={options.length}
            list={list}
            listId={id}
            isOpen={index === openAt}
            onOpen={() => toggle(index)}
            onChange={(next) => write(options.with(index, next))}
          />
        ))}
      </Stack>
      {options.length > shown && (
        <Button size="small" onClick={() => setShown(shown + shownAtOnce)}>
          {t('fieldTypes.setting.options.more', { count: options.length - shown })}
        </Button>
      )}
      <Said text={list.said} />
      {!isReadOnly && (
        <TextField
          sx={{ mt: 1.5 }}
          fullWidth
          label={t('fieldTypes.setting.options.new')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          helperText={t('fieldTypes.setting.options.newHelp')}
          slotProps={{
            htmlInput: { maxLength: 200 },
            input: {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton size="small" edge="end" onClick={add} aria-label={t('fieldTypes.setting.options.add')}>
                    <AddIcon fontSize="small" />
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      <FormHelperText error={error !== undefined} sx={{ mx: 0 }}>
        {error ?? help}
      </FormHelperText>
    </Box>
  )
}

interface OptionRowProps extends EntryPlace {
  readonly option: Option
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onChange: (option: Option) => void
}

function OptionRow({ option, isOpen, onOpen, onChange, ...place }: OptionRowProps) {
  const { t, i18n } = useTranslation()
  const { world, isReadOnly } = useSettingsScope()
  const name = inLanguage(option.label, i18n.language, option.code)
  const colored = (color: string | undefined): Option => {
    const { color: _before, ...rest } = option
    return color === undefined ? rest : { ...rest, color }
  }
  return (
    <EntryRow
      {...place}
      name={name}
      title={name}
      mark={<OptionDot color={option.color} />}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      <LocalizedInput
        label={t('fieldTypes.setting.options.label')}
        value={option.label}
        onChange={(label) => onChange({ ...option, label })}
        languages={world.languages}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t('fieldTypes.setting.options.code')}
        value={option.code}
        onChange={(event) => onChange({ ...option, code: event.target.value })}
        helperText={t('fieldTypes.setting.options.codeHelp')}
        slotProps={{ htmlInput: { maxLength: 100, readOnly: isReadOnly, spellCheck: false, dir: 'ltr' } }}
      />
      <TextField
        label={t('fieldTypes.setting.options.color')}
        value={option.color ?? ''}
        onChange={(event) => onChange(colored(event.target.value.trim() || undefined))}
        placeholder="#3366cc"
        error={option.color !== undefined && !isOptionColor(option.color)}
        helperText={
          option.color !== undefined && !isOptionColor(option.color) ? t('fieldTypes.error.NOT_A_COLOR') : undefined
        }
        slotProps={{
          htmlInput: { maxLength: 7, readOnly: isReadOnly, spellCheck: false, dir: 'ltr' },
          inputLabel: { shrink: true },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Box
                  component="input"
                  type="color"
                  value={isOptionColor(option.color ?? '') ? option.color : '#808080'}
                  disabled={isReadOnly}
                  aria-label={t('fieldTypes.color.choose')}
                  onChange={(event) => onChange(colored(event.target.value))}
                  sx={{ width: 24, height: 24, p: 0, border: 0, background: 'none', cursor: 'pointer' }}
                />
              </InputAdornment>
            ),
          },
        }}
      />
    </EntryRow>
  )
}
