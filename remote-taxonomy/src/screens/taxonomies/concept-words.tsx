import { Box, Button, MenuItem, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { isOvertaken, useSeenVersion } from '@pim/api-client/seen-version'
import { useVariations } from '@pim/content-kit'
import type { Concept, Variation } from '@pim/contract'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { useFeedback, usePermission, useUnsavedWork } from '@pim/shell'
import { ErrorState, GuardedButton } from '@pim/ui'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isTyped,
  nothingTyped,
  storedWords,
  type WordField,
  type WordsDraft,
  withCode,
  withTyped,
  wordsToSend,
} from './concept-words-draft.ts'
import { useOwnVersion } from './own-version.ts'
import { problemOf, useChangeWords, useConceptWords } from './taxonomies.api.ts'
import { shownName } from './tree-moves.ts'

interface ConceptWordsProps {
  taxonomyId: string
  concept: Concept
  onEdited: () => void
  /** The version that the other form of this concept has saved. */
  ownVersion: number | undefined
  onSaved: (version: number | undefined) => void
}

const limits: Readonly<Record<WordField, number>> = { name: 300, description: 5_000, synonyms: 30_000 }
const maxCodeLength = 200

/** What a concept is called in the tenant's other languages, by which other words it is found, and its code. */
export function ConceptWords(props: ConceptWordsProps) {
  const { t } = useTranslation()
  const { variations, current } = useVariations()
  const { data: stored, isError, refetch } = useConceptWords(props.taxonomyId, props.concept.conceptId)
  if (isError) return <ErrorState title={t('taxonomy.words.failed')} onRetry={() => void refetch()} />
  if (!stored || !variations) return <Skeleton variant="rounded" height={200} />
  return (
    <WordsForm
      {...props}
      stored={stored}
      variations={variations}
      shownLanguage={current?.languageCode}
      readAgain={refetch}
    />
  )
}

interface WordsFormProps extends ConceptWordsProps {
  readonly stored: Concept
  readonly variations: readonly Variation[]
  /** The language that the tree has its names in. */
  readonly shownLanguage: string | undefined
  readonly readAgain: () => Promise<unknown>
}

/** Mounted with what is stored: the version that was seen when typing began, or came back, goes with each save. */
function WordsForm(props: WordsFormProps) {
  const { taxonomyId, concept, onEdited, ownVersion, onSaved, stored, variations, shownLanguage, readAgain } = props
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const permission = usePermission('taxonomies.changeConceptWords')
  const change = useChangeWords()
  const key = `concept-words/${concept.conceptId}`
  const { found, keep, discard } = useUnsavedWork<WordsDraft>(key, shownName(concept))
  const [draft, setDraft] = useState<WordsDraft>(found ?? nothingTyped)
  const [isSaving, setSaving] = useState(false)
  // A draft that comes back is shown in the language that it was typed in.
  const [chosen, setChosen] = useState(() => Object.keys(draft.words).at(-1))
  const seen = useSeenVersion(key, stored.version, isTyped(draft))
  useOwnVersion(seen.learn, ownVersion)

  const source = variations.find(({ isDefault }) => isDefault)?.languageCode
  const tags = [
    ...new Set([
      ...variations.map(({ languageCode }) => languageCode),
      ...Object.keys({ ...stored.names, ...stored.descriptions, ...stored.synonyms }),
      ...Object.keys(draft.words),
    ]),
  ]
  const others = tags.filter((each) => each !== source)
  const tag = chosen ?? others.find((each) => each === shownLanguage) ?? others[0] ?? source ?? ''
  const languageName = (each: string): string => {
    try {
      return new Intl.DisplayNames([i18n.language], { type: 'language' }).of(each) ?? each
    } catch {
      // The API takes tags that no standard knows.
      return each
    }
  }
  const nameIn = (each: string): string => draft.words[each]?.name ?? stored.names?.[each] ?? ''
  const take = (next: WordsDraft) => {
    setDraft(next)
    if (isTyped(next)) keep(next)
    else discard()
  }
  const giveUp = () => {
    setDraft(nothingTyped)
    discard()
  }
  const save = async () => {
    if (!permission.may || isSaving || !isTyped(draft)) return
    setSaving(true)
    try {
      const params = { taxonomyId, conceptId: concept.conceptId }
      const { version } = await change.mutateAsync({ params, body: wordsToSend(draft, stored), ifMatch: seen.ifMatch })
      seen.learn(version)
      onSaved(version)
      giveUp()
      onEdited()
      feedback.success(t('taxonomy.words.saved', { name: shownName(concept) }))
    } catch (failure) {
      const problem = problemOf(failure)
      // A save sends the words of all languages, so the next one waits for what the other person has written.
      if (isOvertaken(problem)) await readAgain()
      seen.learn(problem?.currentVersion)
      const reason = isOvertaken(problem) ? t('taxonomy.form.overtaken') : problem?.message
      feedback.error(t('taxonomy.form.notSaved', { reason: reason ?? t('taxonomy.form.noReason') }))
    } finally {
      setSaving(false)
    }
  }
  const field = (name: WordField) => ({
    label: t(`taxonomy.words.${name}`),
    value: draft.words[tag]?.[name] ?? storedWords(stored, tag)[name],
    onChange: (event: { target: { value: string } }) => {
      // The form stays in the language of what is typed, also where the tree changes its own.
      setChosen(tag)
      take(withTyped(draft, stored, tag, { [name]: event.target.value }))
    },
    slotProps: {
      htmlInput: { maxLength: limits[name], readOnly: !permission.may, ...languageAttributes(tag) },
    },
  })
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('taxonomy.words.title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void save()
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="h3">{t('taxonomy.words.title')}</Typography>
        <TextField
          label={t('taxonomy.words.code')}
          helperText={t('taxonomy.words.codeHint')}
          value={draft.code ?? stored.code ?? ''}
          onChange={(event) => take(withCode(draft, stored, event.target.value))}
          slotProps={{
            htmlInput: { maxLength: maxCodeLength, readOnly: !permission.may, dir: 'ltr', spellCheck: false },
          }}
        />
        <TextField
          select
          label={t('taxonomy.words.language')}
          value={tag}
          onChange={(event) => setChosen(event.target.value)}
        >
          {tags.map((each) => (
            <MenuItem key={each} value={each}>
              {t(each === source || nameIn(each) !== '' ? 'taxonomy.words.named' : 'taxonomy.words.unnamed', {
                language: languageName(each),
                name: each === source ? concept.friendlyName : nameIn(each),
              })}
            </MenuItem>
          ))}
        </TextField>
        {tag === source ? (
          <Typography variant="body2" color="textSecondary">
            {t('taxonomy.words.sourceHint')}
          </Typography>
        ) : (
          <>
            <TextField {...field('name')} placeholder={concept.friendlyName} />
            <TextField {...field('description')} multiline minRows={2} maxRows={12} />
          </>
        )}
        <TextField
          {...field('synonyms')}
          helperText={t('taxonomy.words.synonymsHint')}
          multiline
          minRows={2}
          maxRows={12}
        />
        {isTyped(draft) && (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minHeight: 36 }}>
            <GuardedButton permission={permission} type="submit" variant="contained" loading={isSaving}>
              {t('taxonomy.words.save')}
            </GuardedButton>
            <Button onClick={giveUp} disabled={isSaving}>
              {t('taxonomy.form.reset')}
            </Button>
            <Typography role="status" variant="body2" color="textSecondary">
              {t('taxonomy.form.unsaved')}
            </Typography>
          </Stack>
        )}
      </Stack>
    </Box>
  )
}
