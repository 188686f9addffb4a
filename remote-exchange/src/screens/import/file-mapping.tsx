import { Alert, Button, Paper, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { useBulkWords } from '@pim/content-kit/bulk'
import { useSavedChoices } from '@pim/content-kit/saved-choices'
import type { ContentType, ImportColumn, ImportFile, ImportFileShape, ImportInspection, Variation } from '@pim/contract'
import { useFeedback, usePermission, useTenant } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useKeptDraft } from '../../parts/kept-draft.ts'
import { runPath } from '../../parts/paths.ts'
import { ProfilesMenu } from '../../parts/profiles/profiles-menu.tsx'
import { withDerived } from './mapping/derived-columns.ts'
import { MappingChoices } from './mapping/mapping-choices.tsx'
import {
  type MappingDraft,
  mappingOf,
  mappingProblems,
  proposedDraft,
  type TakenOver,
  takeOver,
  withColumn,
  withoutOpen,
} from './mapping/mapping-draft.ts'
import { MappingTable } from './mapping/mapping-table.tsx'
import { problemWords } from './mapping/problem-words.ts'
import { type MappingProfile, savedProfile, useKeptProfiles } from './mapping/profiles.ts'

interface FileMappingProps {
  importFile: ImportFile
  inspection: ImportInspection
  type: ContentType
  types: readonly ContentType[]
  variations: readonly Variation[]
  /** The chosen format, encoding, delimiter or sheet; undefined: as they were found. */
  shape: ImportFileShape | undefined
  /** The mapping of an import that is done again. */
  earlier: MappingDraft | undefined
  /** Its content type, and how its file was read, are taken over too. */
  onProfile: (profile: MappingProfile) => void
}

/** Where the columns of a file go, and from there to the rehearsal. */
export function FileMapping({ importFile, inspection, type, types, variations, shape, ...rest }: FileMappingProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const { importFileId } = importFile
  const { earlier, onProfile } = rest
  const [address] = useSearchParams()
  const [kept, keep] = useKeptDraft()
  useKeptProfiles()
  const [applied, setApplied] = useState<Applied>()
  const first: TakenOver = useMemo(
    () =>
      earlier
        ? takeOver(earlier, inspection.columns, type, variations)
        : { draft: proposedDraft(inspection, type), missing: [], added: [], gone: [] },
    [earlier, inspection, type, variations],
  )
  const isKept = kept?.importFileId === importFileId && isOf(kept.draft, inspection, type)
  const { choices: profiles } = useSavedChoices('importProfile', true)
  const draft = withKnownProfile(isKept ? kept.draft : first.draft, profiles)
  const whole = useMemo(() => withDerived(inspection, draft.derived), [inspection, draft.derived])
  const latest = useRef(draft)
  useLayoutEffect(() => {
    latest.current = draft
  }, [draft])
  const change = useCallback(
    (next: MappingDraft) => {
      latest.current = next
      keep({ importFileId, draft: next })
    },
    [keep, importFileId],
  )
  // The same function from one draft to the next: rows are drawn anew for nothing else.
  const onColumn = useCallback((changed: ImportColumn) => change(withColumn(latest.current, changed)), [change])
  const apply = (profile: MappingProfile) => {
    const ofProfile = types.find(({ technicalName }) => technicalName === profile.mapping.technicalContentTypeName)
    if (!ofProfile) {
      feedback.error(
        t('exchange.profile.typeGone', { name: profile.name, type: profile.mapping.technicalContentTypeName }),
      )
      return
    }
    const taken = takeOver(profile.mapping, inspection.columns, ofProfile, variations)
    setApplied({ name: profile.name, ...taken })
    change(taken.draft)
    onProfile(profile)
  }
  const list = new Intl.ListFormat(i18n.language)
  const profile = profiles?.find(({ savedChoiceId }) => savedChoiceId === draft.profileId)
  const note = applied ?? first
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack sx={{ gap: 2.5 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h2" sx={{ mr: 'auto' }}>
            {t('exchange.mapping.title')}
          </Typography>
          <Button
            onClick={() => {
              setApplied(undefined)
              change(proposedDraft(inspection, type))
            }}
          >
            {t('exchange.mapping.propose')}
          </Button>
          <ProfilesMenu
            kind="importProfile"
            newProfile={(name, isShared) => savedProfile({ name, mapping: draft, shape }, isShared)}
            onSaved={(profileId) => change({ ...latest.current, profileId })}
            onApply={({ name, savedChoiceId: profileId, content: { shape: kept, ...mapping } }) =>
              apply({ name, mapping: { ...mapping, profileId }, shape: kept })
            }
          />
        </Stack>
        {profile && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t('exchange.owns.profile', { name: profile.name })}
          </Typography>
        )}
        {(note.missing.length > 0 || note.added.length > 0 || note.gone.length > 0) && (
          <Alert severity="info" variant="outlined">
            {note.gone.length > 0 && <div>{t('exchange.mapping.gone', { columns: list.format(note.gone) })}</div>}
            {note.missing.length > 0 && (
              <div>{t('exchange.mapping.missing', { columns: list.format(note.missing) })}</div>
            )}
            {note.added.length > 0 && <div>{t('exchange.mapping.added', { columns: list.format(note.added) })}</div>}
          </Alert>
        )}
        <MappingTable
          askedColumn={address.get('column')}
          {...{ draft, type, types, variations, onColumn }}
          ofFile={inspection}
          inspection={whole}
          onDraft={change}
        />
        <MappingChoices
          draft={draft}
          type={type}
          onChange={(part) => change({ ...draft, ...part })}
          onKeyField={(keyField) => {
            const { keyField: _before, ...others } = draft
            change({ ...others, ...(keyField !== undefined && { keyField }) })
          }}
          joinable={draft.joinBy ?? inspection.proposedJoinBy}
          onJoinBy={(joinBy) => {
            const { joinBy: _before, ...others } = draft
            change({ ...others, ...(joinBy !== undefined && { joinBy }) })
          }}
          onOwnership={(ownership) => {
            const { ownership: _before, ...others } = draft
            change({ ...others, ...(ownership && { ownership }) })
          }}
        />
        <Rehearse {...{ importFileId, shape, type, types, variations }} draft={withoutOpen(draft, type, whole)} />
      </Stack>
    </Paper>
  )
}

/** A profile that is gone since, or that the person does not see, is none. */
function withKnownProfile(
  draft: MappingDraft,
  profiles: readonly { readonly savedChoiceId: string }[] | undefined,
): MappingDraft {
  const { profileId, ...others } = draft
  const isGone = profileId !== undefined && profiles?.every(({ savedChoiceId }) => savedChoiceId !== profileId)
  return isGone ? others : draft
}

type Applied = TakenOver & { readonly name: string }

const isOf = (draft: MappingDraft, inspection: ImportInspection, { technicalName }: ContentType): boolean => {
  const { columns } = withDerived(inspection, draft.derived)
  return (
    draft.technicalContentTypeName === technicalName &&
    draft.columns.length === columns.length &&
    draft.columns.every(({ column }, at) => column === columns[at])
  )
}

type RehearseProps = Pick<FileMappingProps, 'shape' | 'type' | 'types' | 'variations'> & {
  draft: MappingDraft
  importFileId: string
}

/** Says what is wrong with the mapping, or has the server work out what the file would change. */
function Rehearse({ draft, importFileId, shape, type, types, variations }: RehearseProps) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const { externalId: tenantId } = useTenant()
  const permission = usePermission('bulkChange.createBulkChange')
  const words = useBulkWords({ types, variations })
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const problems = mappingProblems(draft, type, variations)
  const rehearse = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      const body = { file: mappingOf(draft, importFileId, shape) }
      const { bulkChangeId } = await api.bulkChange.createBulkChange({ body }, { tenantId })
      await navigate(runPath(bulkChangeId))
    } catch (reason) {
      setFailure(reason)
      setPending(false)
    }
  }
  const refused = failure instanceof ApiError ? words.problemTexts(failure.problem) : [words.failureText(failure)]
  return (
    <Stack sx={{ gap: 2, alignItems: 'start' }}>
      <div role="status">
        {problems.length > 0 && (
          <Alert severity="warning" variant="outlined">
            {problems.map((problem) => {
              const text = problemWords(problem, type, variations, t, i18n.language)
              return <div key={text}>{text}</div>
            })}
          </Alert>
        )}
      </div>
      {failure !== undefined && (
        <Alert severity="error" role="alert">
          {refused.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        {t('exchange.rehearse.hint')}
      </Typography>
      <GuardedButton
        variant="contained"
        permission={{
          may: permission.may && problems.length === 0,
          reason: permission.reason ?? (problems.length > 0 ? t('exchange.rehearse.mend') : undefined),
        }}
        loading={isPending}
        onClick={() => void rehearse()}
      >
        {t('exchange.rehearse.go')}
      </GuardedButton>
    </Stack>
  )
}
