import { Alert, Box, Button, Checkbox, FormControlLabel, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useApi, useApiQuery } from '@pim/api-client/react'
import { useBulkWords } from '@pim/content-kit/bulk'
import type { BulkChange, ContentType, ImportMapping, Taxonomy, Variation } from '@pim/contract'
import { FieldEditor } from '@pim/field-types/react'
import { usePermission, useTenant } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useKeptDraft } from '../../parts/kept-draft.ts'
import { MeaningChoice, namesConcepts } from '../../parts/meaning-choice.tsx'
import { runPath } from '../../parts/paths.ts'
import {
  byField,
  type Choices,
  chosenBefore,
  type FieldChoices,
  isAdded,
  type MissingOfField,
  mappingWith,
  needsTaxonomy,
  taxonomiesOf,
  withAdded,
  withMeaning,
} from './missing-choices.ts'

/** More of a field are shown once somebody asks. */
const shownAtFirst = 8

interface MissingNamesProps {
  bulkChange: BulkChange
  mapping: ImportMapping
  type: ContentType
  types: readonly ContentType[]
  variations: readonly Variation[]
}

/** The options and concepts that the file names and that are not there: each is made, said to be one of ours, or left. */
export function MissingNames({ bulkChange, mapping, type, types, variations }: MissingNamesProps) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const { externalId: tenantId } = useTenant()
  const permission = usePermission('bulkChange.createBulkChange')
  const words = useBulkWords({ types, variations })
  const [kept, keepDraft] = useKeptDraft()
  const [choices, setChoices] = useState<Choices>(new Map())
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { bulkChangeId } = bulkChange
  const { data } = useApiQuery(
    'bulkChange.getImportAdditions',
    { params: { bulkChangeId } },
    { failureGoesTo: 'screen' },
  )
  const { data: taxonomies } = useApiQuery(
    'taxonomies.getTaxonomies',
    {},
    { failureGoesTo: 'screen', enabled: data?.names.some(({ kind }) => kind === 'concept') ?? false },
  )
  if (!data || data.names.length === 0) return null
  const all = byField(data.names, type)
  const chosen = (each: MissingOfField) => choices.get(each.field.technicalName) ?? chosenBefore(mapping, each.field)
  const isOpen = all.some((each) => needsTaxonomy(each, chosen(each)))
  const rehearse = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      const next = mappingWith(mapping, choices)
      const made = await api.bulkChange.createBulkChange(
        { body: { file: next, ...(bulkChange.name !== null && { name: bulkChange.name }) } },
        { tenantId },
      )
      const { importFileId, shape: _shape, ...draft } = next
      // The draft also has columns that wait for a choice and were not rehearsed.
      const isOfFile = kept?.importFileId === importFileId
      keepDraft({ importFileId, draft: isOfFile ? mappingWith(kept.draft, choices) : draft })
      // The one that is looked at here would be executed by nobody.
      await api.bulkChange.cancelBulkChange({ params: { bulkChangeId } }, { tenantId }).catch(() => undefined)
      await navigate(runPath(made.bulkChangeId), { replace: true })
    } catch (reason) {
      setFailure(reason)
      setPending(false)
    }
  }
  return (
    <Box component="section" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: { xs: 1.5, sm: 2 } }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t('exchange.missing.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('exchange.missing.hint')}
      </Typography>
      <Stack sx={{ gap: 2.5 }}>
        {all.map((each) => (
          <NamesOfField
            key={each.field.technicalName}
            missing={each}
            chosen={chosen(each)}
            taxonomies={taxonomies ?? []}
            onChoose={(next) => setChoices(new Map(choices).set(each.field.technicalName, next))}
          />
        ))}
        {data.leftOutNames > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('exchange.missing.more', {
              count: data.leftOutNames,
              amount: new Intl.NumberFormat(i18n.language).format(data.leftOutNames),
            })}
          </Typography>
        )}
        {failure !== undefined && (
          <Alert severity="error" role="alert">
            {words.failureText(failure)}
          </Alert>
        )}
        <Box>
          <GuardedButton
            variant="outlined"
            permission={{
              may: permission.may && choices.size > 0 && !isOpen,
              reason:
                permission.reason ??
                (isOpen
                  ? t('exchange.missing.noTaxonomy')
                  : choices.size === 0
                    ? t('exchange.missing.unchanged')
                    : undefined),
            }}
            loading={isPending}
            onClick={() => void rehearse()}
          >
            {t('exchange.missing.rehearse')}
          </GuardedButton>
        </Box>
      </Stack>
    </Box>
  )
}

interface NamesOfFieldProps {
  missing: MissingOfField
  chosen: FieldChoices
  taxonomies: readonly Taxonomy[]
  onChoose: (choices: FieldChoices) => void
}

function NamesOfField({ missing, chosen, taxonomies, onChoose }: NamesOfFieldProps) {
  const { t, i18n } = useTranslation()
  const { field, columns, names } = missing
  const isOfConcepts = namesConcepts(field)
  const permission = usePermission(isOfConcepts ? 'taxonomies.createConcept' : 'contentModel.seedContentTypes')
  const [isWhole, setWhole] = useState(names.length <= shownAtFirst)
  const column = new Intl.ListFormat(i18n.language).format(columns)
  const number = new Intl.NumberFormat(i18n.language)
  const added = names.filter(({ text }) => isAdded(chosen, text)).length
  const kind = isOfConcepts ? 'concepts' : 'options'
  const amount = number.format(names.length)
  const take = (texts: readonly string[], isOn: boolean) => onChoose(withAdded(chosen, names, texts, isOn))
  const all = names.map(({ text }) => text)
  return (
    <Stack sx={{ gap: 1 }} role="group" aria-label={column}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t(`exchange.missing.${kind}`, { count: names.length, amount, column })}
      </Typography>
      {permission.may ? (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={added === names.length}
              indeterminate={added > 0 && added < names.length}
              onChange={(_, isOn) =>
                // Also those that are not listed.
                isOn ? onChoose({ ...chosen, adds: 'all', meanings: new Map() }) : take(all, false)
              }
            />
          }
          label={t(`exchange.missing.all.${kind}`, { count: names.length, amount })}
        />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t(`exchange.missing.notAllowed.${kind}`)}
        </Typography>
      )}
      {isOfConcepts && added > 0 && <PlaceOfConcepts {...{ missing, chosen, taxonomies, onChoose }} />}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
        {(isWhole ? names : names.slice(0, shownAtFirst)).map(({ text, rowCount }) => {
          const isOn = isAdded(chosen, text)
          return (
            <Stack
              component="li"
              key={text}
              direction={{ xs: 'column', md: 'row' }}
              useFlexGap
              sx={{ columnGap: 2, rowGap: 0.5, alignItems: { md: 'center' } }}
            >
              <FormControlLabel
                disabled={!permission.may}
                control={<Checkbox size="small" checked={isOn} onChange={(_, isNowOn) => take([text], isNowOn)} />}
                label={t('exchange.missing.make', { text, count: rowCount, amount: number.format(rowCount) })}
                sx={{ flex: '1 1 0', minWidth: 0, mr: 0, overflowWrap: 'anywhere' }}
              />
              <Box sx={{ flex: '1 1 0', minWidth: 0, pl: { xs: 3.5, md: 0 } }}>
                {!isOn && (
                  <MeaningChoice
                    isWordShown
                    {...{ column, field, word: text }}
                    meaning={chosen.meanings.get(text)}
                    onMeaning={(meaning) => onChoose(withMeaning(chosen, text, meaning))}
                  />
                )}
              </Box>
            </Stack>
          )
        })}
      </Stack>
      {!isWhole && (
        <Button size="small" sx={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
          {t('exchange.missing.showAll', { amount })}
        </Button>
      )}
    </Stack>
  )
}

/** In which taxonomy concepts are made, and below which concept. */
function PlaceOfConcepts({ missing, chosen, taxonomies, onChoose }: NamesOfFieldProps) {
  const { t, i18n } = useTranslation()
  const allowed = taxonomiesOf(missing.field)
  const offered = taxonomies.filter(({ taxonomyId }) => allowed?.includes(taxonomyId) ?? true)
  const taxonomyId = chosen.taxonomyId ?? (allowed?.length === 1 ? allowed[0] : undefined)
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2, alignItems: { md: 'end' } }}>
      {allowed?.length !== 1 && (
        <TextField
          select
          size="small"
          label={t('exchange.missing.taxonomy')}
          value={offered.some((each) => each.taxonomyId === chosen.taxonomyId) ? chosen.taxonomyId : ''}
          error={chosen.taxonomyId === undefined}
          onChange={({ target }) => onChoose({ ...chosen, taxonomyId: target.value, parentConceptId: undefined })}
          sx={{ flex: '1 1 0', minWidth: 0 }}
        >
          {offered.map((each) => (
            <MenuItem key={each.taxonomyId} value={each.taxonomyId}>
              {each.friendlyName}
            </MenuItem>
          ))}
        </TextField>
      )}
      {taxonomyId !== undefined && (
        <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
          <FieldEditor
            key={taxonomyId}
            field={{
              technicalName: 'parent',
              friendlyName: { [i18n.language]: t('exchange.missing.below') },
              type: 'concept',
              settings: { taxonomyIds: [taxonomyId] },
            }}
            value={chosen.parentConceptId ?? null}
            languageCode={i18n.language}
            onChange={(id) => onChoose({ ...chosen, parentConceptId: typeof id === 'string' ? id : undefined })}
          />
        </Box>
      )}
    </Stack>
  )
}
