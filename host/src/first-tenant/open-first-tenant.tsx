import { Alert, Button, Paper, Stack, TextField, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { externalIdOf, isExternalId } from '@pim/contract/core/names.ts'
import { PageTitle } from '@pim/ui'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { loadTenants } from '../boot/load-tenants.ts'
import { Logo } from '../layout/logo.tsx'
import { useShellParts } from '../shell-context.ts'
import { useOperatorHome } from '../tenancy/use-operator-home.ts'

/** The tag with its region, as content is written for one. Undefined where it is none. */
function languageOf(text: string): string | undefined {
  try {
    return new Intl.Locale(text.trim()).toString()
  } catch {
    return undefined
  }
}

const nameOf = (language: string, shownIn: string): string =>
  new Intl.DisplayNames([shownIn], { type: 'language' }).of(language) ?? language

type Outcome = 'taken' | 'failed' | 'not-a-member' | undefined

/** The form that opens a tenant, for an administrator of the installation who is a member of none. */
export function OpenFirstTenant() {
  const { t, i18n } = useTranslation()
  const { account, client, queryClient, session, tenancy } = useShellParts()
  const operatorHome = useOperatorHome()
  const [name, setName] = useState('')
  const [typedId, setTypedId] = useState<string>()
  const [typedLanguage, setTypedLanguage] = useState(navigator.language)
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const externalId = typedId ?? externalIdOf(name)
  const language = languageOf(typedLanguage)
  const isRight = name.trim() !== '' && isExternalId(externalId) && language !== undefined

  const open = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isRight || isSending) return
    setIsSending(true)
    setOutcome(undefined)
    try {
      const defaultVariation = { friendlyName: nameOf(language, i18n.language), languageCode: language }
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
          error={outcome === 'taken' || (externalId !== '' && !isExternalId(externalId))}
          helperText={t(outcome === 'taken' ? 'shell.firstTenant.idTaken' : 'shell.firstTenant.idHelp')}
          slotProps={{ htmlInput: { maxLength: 100, spellCheck: false } }}
        />
        <TextField
          required
          label={t('shell.firstTenant.language')}
          value={typedLanguage}
          onChange={(event) => setTypedLanguage(event.target.value)}
          error={language === undefined}
          helperText={language === undefined ? t('shell.firstTenant.languageHelp') : nameOf(language, i18n.language)}
          slotProps={{ htmlInput: { maxLength: 35, spellCheck: false } }}
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
          <Button type="submit" variant="contained" disabled={!isRight} loading={isSending}>
            {t('shell.firstTenant.open')}
          </Button>
        </Stack>
      </Paper>
    </Stack>
  )
}
