import { Button, Stack, TextField, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { useProblemText } from '@pim/content-kit'
import { useFileWords } from '@pim/content-kit/bulk'
import { maxAddressLength } from '@pim/contract/import/limits.ts'
import { useTenant } from '@pim/shell'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface AddressFormProps {
  /** What is there to begin with, such as the address that failed. */
  address?: string
  onBegun: (importFileId: string) => void
}

/** Has the server fetch a file from an address, of one of the hosts that the tenant allows. */
export function AddressForm({ address: given = '', onBegun }: AddressFormProps) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const { externalId: tenantId, importHosts = [] } = useTenant()
  const problemText = useProblemText()
  const { fileReason } = useFileWords()
  const [address, setAddress] = useState(given)
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  if (importHosts.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {t('exchange.address.noHosts')}
      </Typography>
    )
  const words = (error: unknown): string => {
    if (!(error instanceof ApiError)) return t('exchange.address.notBegun')
    const found = error.problem?.fieldErrors?.find(({ code }) => code === 'NOT_READ')
    if (found) return fileReason({ ...found.params, code: String(found.params?.reason ?? '') })
    return problemText(error.problem) ?? t('exchange.address.notBegun')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (address.trim() === '') return setFailure(t('exchange.address.missing'))
    setFailure(undefined)
    setPending(true)
    try {
      const begun = await api.import.fetchImportFile({ body: { address: address.trim() } }, { tenantId })
      onBegun(begun.importFileId)
    } catch (error) {
      setFailure(words(error))
      setPending(false)
    }
  }
  const hosts = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(importHosts)
  return (
    <Stack
      component="form"
      noValidate
      direction={{ xs: 'column', sm: 'row' }}
      onSubmit={(event) => void submit(event)}
      sx={{ gap: 1, alignItems: 'flex-start' }}
    >
      <TextField
        fullWidth
        type="url"
        label={t('exchange.address.label')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={failure !== undefined}
        helperText={failure ?? t('exchange.address.help', { hosts })}
        slotProps={{
          htmlInput: { maxLength: maxAddressLength, spellCheck: false, autoComplete: 'off' },
          formHelperText: { role: failure === undefined ? undefined : 'alert', sx: { overflowWrap: 'anywhere' } },
        }}
      />
      <Button type="submit" variant="outlined" loading={isPending} sx={{ flex: 'none', minHeight: 40 }}>
        {t('exchange.address.fetch')}
      </Button>
    </Stack>
  )
}
