import { Alert, Button, Paper, Stack, TextField, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { LanguageField, languageName } from '@pim/content-kit'
import { externalIdOf, isExternalId } from '@pim/contract/core/names.ts'
import { PageTitle } from '@pim/ui'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadTenants } from '../boot/load-tenants.ts'
import { Logo } from '../layout/logo.tsx'
import { useShellParts } from '../shell-context.ts'
import { useOperatorHome } from '../tenancy/use-operator-home.ts'

type Outcome = 'taken' | 'failed' | 'not-a-member' | undefined

/** The form that opens a tenant, for an administrator of the installation who is a member of none. */
export function OpenFirstTenant() {
  const { t, i18n } = useTranslation()
  const { account, client, queryClient, session, tenancy } = useShellParts()
  const operatorHome = useOperatorHome()
  const [name, setName] = useState('')
  const [typedId, setTypedId] = useState<string>()
  const [language, setLanguage] = useState(navigator.language)
  const [wasSent, setSent] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const externalId = typedId ?? externalIdOf(name)
  const isNameMissing = wasSent && name.trim() === ''
  const isIdWrong = (wasSent || externalId !== '') && !isExternalId(externalId)
  const isLanguageMissing = wasSent && language === ''

  const open = async (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() === '' || !isExternalId(externalId) || language === '' || isSending) return
    setIsSending(true)
    setOutcome(undefined)
    try {
      const defaultVariation = {
        friendlyName: languageName(language, i18n.language) || language,
        languageCode: language,
      }
      await client.tenants.createTenant({ body: { externalId, friendlyName: name.trim(), defaultVariation } })
      // The membership is in tokens that are given from now on.
      await session.renew()
      const tenants = await loadTenants(client)
      if (tenants.length === 0) setOutcome('not-a-member')
      else {
        // The page of all tenants has read a list without this one.
        queryClient.removeQueries()
        tenancy.update(tenants)
      }
    } catch (failure) {
      const isTaken = failure instanceof ApiError && failure.problem?.code === 'NAME_CONFLICT'
      setOutcome(isTaken ? 'taken' : 'failed')
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', p: 2, gap: 3 }}>
      <PageTitle>{t('shell.firstTenant.title')}</PageTitle>
      <Logo />
      <Paper
        component="form"
        variant="outlined"
        onSubmit={(event) => void open(event)}
        noValidate
        sx={{ width: '100%', maxWidth: 480, p: { xs: 2, sm: 4 }, display: 'flex', flexDirection: 'column', gap: 2.5 }}
      >
        <Stack sx={{ gap: 0.5 }}>
          <Typography variant="h1" sx={{ fontSize: 22 }}>
            {t('shell.firstTenant.title')}
          </Typography>
          <Typography color="textSecondary">{t('shell.firstTenant.description')}</Typography>
        </Stack>
        <TextField
          autoFocus
          required
          label={t('shell.firstTenant.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isNameMissing}
          helperText={isNameMissing && t('shell.firstTenant.nameMissing')}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <TextField
          required
          label={t('shell.firstTenant.id')}
          value={externalId}
          onChange={(event) => {
            setTypedId(event.target.value.trim())
            setOutcome(undefined)
          }}
          error={outcome === 'taken' || isIdWrong}
          helperText={t(outcome === 'taken' ? 'shell.firstTenant.idTaken' : 'shell.firstTenant.idHelp')}
          slotProps={{ htmlInput: { maxLength: 100, spellCheck: false } }}
        />
        <LanguageField
          label={t('shell.firstTenant.language')}
          value={language}
          onChange={setLanguage}
          error={isLanguageMissing}
          helperText={t(isLanguageMissing ? 'shell.firstTenant.languageMissing' : 'shell.firstTenant.languageHelp')}
        />
        {outcome === 'failed' && <Alert severity="error">{t('shell.firstTenant.failed')}</Alert>}
        {outcome === 'not-a-member' && (
          <Alert severity="info">{t('shell.firstTenant.notAMember', { externalId })}</Alert>
        )}
        <Stack direction="row" sx={{ gap: 1.5, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          {operatorHome !== undefined && (
            <Button component={Link} to={operatorHome} sx={{ mr: 'auto' }}>
              {t('shell.firstTenant.others')}
            </Button>
          )}
          <Button onClick={() => void account.logout(session)}>{t('shell.logout')}</Button>
          <Button type="submit" variant="contained" loading={isSending}>
            {t('shell.firstTenant.open')}
          </Button>
        </Stack>
      </Paper>
    </Stack>
  )
}
