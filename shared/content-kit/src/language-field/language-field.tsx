import { Autocomplete, TextField } from '@mui/material'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { HintedOption } from '../hinted-option.tsx'
import { findLanguages, type LanguageOption, languageNames } from './language-options.ts'

interface LanguageFieldProps {
  label: string
  /** A language tag; empty: none is chosen. */
  value: string
  onChange: (tag: string) => void
  error?: boolean
  helperText: string
  autoFocus?: boolean
}

/** The name of a language for who reads `shownIn`: "German (Switzerland)". Empty where the tag is none. */
export const languageName = (tag: string, shownIn: string): string => languageNames(shownIn).optionOf(tag)?.name ?? ''

/** The choice of a language with its region: found by its name, by what it calls itself, by its script, or by its code, also by one that is not in the list. */
export function LanguageField({ label, value, onChange, error = false, helperText, autoFocus }: LanguageFieldProps) {
  const { t, i18n } = useTranslation()
  const shownIn = i18n.language
  const { options, optionOf } = useMemo(() => {
    const names = languageNames(shownIn)
    return { options: names.options(navigator.languages), optionOf: names.optionOf }
  }, [shownIn])
  // The same object until another is chosen: a new one would take back what is being typed.
  const chosenOption = useMemo(() => optionOf(value) ?? null, [optionOf, value])
  const find = (all: readonly LanguageOption[], typed: string): LanguageOption[] => {
    const asCode = optionOf(typed)
    const found = findLanguages(all, typed, shownIn)
    return asCode && !found.some(({ tag }) => tag === asCode.tag) ? [asCode, ...found] : found
  }
  return (
    <Autocomplete<LanguageOption>
      autoHighlight
      // Leaving the field chooses the highlighted language: a typed code needs no further key.
      autoSelect
      options={options}
      value={chosenOption}
      onChange={(_, chosen) => onChange(chosen?.tag ?? '')}
      getOptionKey={({ tag }) => tag}
      getOptionLabel={({ name, tag }) => `${name} · ${tag}`}
      isOptionEqualToValue={(a, b) => a.tag === b.tag}
      filterOptions={(all, { inputValue }) => find(all, inputValue)}
      openText={t('fieldTypes.choose.open')}
      closeText={t('fieldTypes.choose.close')}
      clearText={t('fieldTypes.choose.clear')}
      noOptionsText={t('kit.language.none')}
      renderOption={({ key, ...props }, { tag, name, ownName, script }) => (
        <HintedOption
          key={key}
          {...props}
          label={name}
          hint={[...(ownName === name ? [] : [ownName]), tag, script].filter(Boolean).join(' · ')}
        />
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          required
          autoFocus={autoFocus ?? false}
          label={label}
          placeholder={t('kit.language.find')}
          error={error}
          helperText={helperText}
        />
      )}
    />
  )
}
