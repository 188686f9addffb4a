import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Checkbox, FormControlLabel, FormGroup, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { useApi, useApiQuery } from '@pim/api-client/react'
import type { AskedEdit, ContentType, Variation } from '@pim/contract'
import { FieldServicesProvider } from '@pim/field-types/react'
import { usePermission, useTenant } from '@pim/shell'
import { EmptyState, GuardedButton, PageHeader } from '@pim/ui'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { useBulkWords } from '../bulk/use-bulk-words.ts'
import { type BulkSelection, readBulkSelection } from '../bulk-selection.ts'
import { useChannels } from '../channels.ts'
import { useFieldServices } from '../fields/use-field-services.ts'
import { useMediaUploads } from '../fields/use-media-uploads.ts'
import { useVariations, variationCode } from '../variations.ts'
import { type EditDraft, editOf, looksAtOldValue, newDraft, offeredFields } from './edit-draft.ts'
import { EditRow } from './edit-row.tsx'

const maxWidth = 880
const maxEdits = 20

export interface BulkEditPageProps {
  /** Of the list that selections come from. */
  readonly listPath: string
  readonly backLabel: string
  /** Of the screen of a bulk change. */
  readonly pathOf: (bulkChangeId: string) => string
}

/** Puts together the edits of many items; the server then works out what they would do, and writes nothing yet. */
export function BulkEditPage({ listPath, backLabel, pathOf }: BulkEditPageProps) {
  const { t } = useTranslation()
  const selection = readBulkSelection(useLocation().state)
  const { data: types } = useApiQuery('contentModel.getAllTypes', {}, { staleTime: 60_000 })
  const { variations } = useVariations()
  const before = <BackLink to={selection?.from ?? listPath} label={backLabel} />
  if (selection === undefined) {
    return (
      <>
        <PageHeader title={t('kit.bulkEdit.title')} before={before} />
        <EmptyState
          title={t('kit.bulkEdit.nothing')}
          description={t('kit.bulkEdit.nothingHint')}
          action={
            <Button component={Link} to={listPath} variant="contained">
              {t('kit.bulkEdit.toList')}
            </Button>
          }
        />
      </>
    )
  }
  return <CountedEdit {...{ selection, types, variations, pathOf, before }} />
}

interface CountedEditProps extends Pick<BulkEditPageProps, 'pathOf'> {
  selection: BulkSelection
  types: readonly ContentType[] | undefined
  variations: readonly Variation[] | undefined
  before: ReactNode
}

/** Counts to the last item, before anybody begins, what a list has counted only in part. */
function CountedEdit({ selection, types, variations, pathOf, before }: CountedEditProps) {
  const { t } = useTranslation()
  const { isCapped, of } = selection
  const counting = useApiQuery(
    'search.searchAll',
    { body: { ...('selection' in of && of.selection), ...countedOnly } },
    { enabled: isCapped && 'selection' in of, failureGoesTo: 'screen' },
  )
  const counted = counting.data?.paging
  const count = counted?.totalCount ?? selection.count
  const title =
    isCapped && counted === undefined
      ? t('kit.bulkEdit.titleOfMore', { count: count - 1 })
      : t('kit.bulkEdit.titleOf', { count })
  const isCounting = isCapped && counting.isPending && 'selection' in of
  return (
    <>
      <PageHeader title={title} before={before} />
      {types && variations ? (
        <Form {...{ selection, types, variations, pathOf, isCounting }} />
      ) : (
        <Skeleton variant="rounded" height={240} sx={{ maxWidth }} />
      )}
    </>
  )
}

/** Asks a search for nothing but how much it finds. */
const countedOnly = {
  paging: { pageNumber: 1, pageSize: 1 },
  sorting: { field: 'modifiedAt', direction: 'desc' },
  countsAll: true,
} as const

const nothing = () => undefined

interface FormProps {
  selection: BulkSelection
  types: readonly ContentType[]
  variations: readonly Variation[]
  pathOf: BulkEditPageProps['pathOf']
  isCounting: boolean
}

/** The edits of the form, kept in the state of the history's entry, so that the way back has them. */
interface Kept {
  readonly drafts: readonly EditDraft[]
  readonly variationIds: readonly string[]
  readonly takesOver: boolean
}

function useKept(selection: BulkSelection): Kept {
  const { state } = useLocation()
  const kept: unknown = typeof state === 'object' && state !== null && 'kept' in state ? state.kept : undefined
  const first = { drafts: [newDraft(0)], variationIds: [selection.variationId], takesOver: false }
  return isKept(kept) ? kept : first
}

const isKept = (kept: unknown): kept is Kept =>
  typeof kept === 'object' &&
  kept !== null &&
  'drafts' in kept &&
  Array.isArray(kept.drafts) &&
  'variationIds' in kept &&
  Array.isArray(kept.variationIds)

function Form({ selection, types, variations, pathOf, isCounting }: FormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const permission = usePermission('bulkChange.createBulkChange')
  const { channels } = useChannels()
  const words = useBulkWords({ types, variations })
  const whereId = useId()
  const first = useKept(selection)
  const [drafts, setDrafts] = useState(first.drafts)
  const [variationIds, setVariationIds] = useState(first.variationIds)
  const [takesOver, setTakesOver] = useState(first.takesOver)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [changers] = useState(() => new Map<number, (part: Partial<EditDraft>) => void>())
  const variationId = variationIds[0] ?? selection.variationId
  const services = useFieldServices(variationId, nothing)
  const takingFiles = useMediaUploads(services, variationId)
  const offered = offeredFields(types.filter(({ technicalName }) => selection.typeNames.includes(technicalName)))
  const fieldOf = (target: string) => offered.find(({ field }) => field.technicalName === target)?.field
  /** The same function for a draft as long as it is there, so that its editor is not redrawn. */
  const changerOf = (id: number) => {
    const known = changers.get(id)
    const change =
      known ??
      ((part: Partial<EditDraft>) =>
        setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...part } : draft))))
    if (!known) changers.set(id, change)
    return change
  }
  const edits = drafts.map((draft) => editOf(draft, fieldOf(draft.target)))
  const whole = edits.filter((edit): edit is AskedEdit => edit !== undefined)
  const isWhole = whole.length === drafts.length && variationIds.length > 0
  const rehearse = async () => {
    setFailure(undefined)
    setPending(true)
    try {
      const body = {
        ...selection.of,
        edits: whole,
        variationIds: [...variationIds],
        inherited: takesOver ? ('takeOver' as const) : ('leave' as const),
      }
      const { bulkChangeId } = await api.bulkChange.createBulkChange({ body }, { tenantId })
      // The way back leads to what was put together.
      const kept: Kept = { drafts, variationIds, takesOver }
      await navigate(pathname, { replace: true, state: { ...selection, kept } })
      await navigate(pathOf(bulkChangeId))
    } catch (reason) {
      setFailure(reason)
      setPending(false)
    }
  }
  const shown = variations.find(({ variationId }) => variationId === variationIds[0])
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2, maxWidth, flex: 'none' }}>
      {variations.length > 1 && (
        <>
          <Typography id={whereId} variant="body2" sx={{ fontWeight: 600 }}>
            {t('kit.bulkEdit.where')}
          </Typography>
          <FormGroup row role="group" aria-labelledby={whereId}>
            {variations.map((variation) => (
              <FormControlLabel
                key={variation.variationId}
                control={
                  <Checkbox
                    size="small"
                    checked={variationIds.includes(variation.variationId)}
                    onChange={(_, isOn) =>
                      setVariationIds(
                        variations
                          .map(({ variationId }) => variationId)
                          .filter((id) => (id === variation.variationId ? isOn : variationIds.includes(id))),
                      )
                    }
                  />
                }
                label={`${variation.friendlyName} (${variationCode(variation)})`}
              />
            ))}
          </FormGroup>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0 }}>
            {t('kit.bulkEdit.whereHint')}
          </Typography>
        </>
      )}
      {drafts.map((draft) => (
        // A file that is to be taken out is there already.
        <FieldServicesProvider key={draft.id} value={draft.kind === 'removeEntries' ? services : takingFiles}>
          <EditRow
            draft={draft}
            offered={offered}
            hasChannels={channels.length > 1}
            variation={shown}
            variations={variations}
            onChange={changerOf(draft.id)}
            onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter(({ id }) => id !== draft.id)) : undefined}
          />
        </FieldServicesProvider>
      ))}
      <Stack sx={{ gap: 2, mt: 2, alignItems: 'start' }}>
        {drafts.length < maxEdits && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => setDrafts([...drafts, newDraft(Math.max(...drafts.map(({ id }) => id)) + 1)])}
          >
            {t('kit.bulkEdit.another')}
          </Button>
        )}
        {variations.length > 1 && drafts.some(looksAtOldValue) && (
          <FormControlLabel
            control={<Checkbox size="small" checked={takesOver} onChange={(_, isOn) => setTakesOver(isOn)} />}
            label={t('kit.bulkEdit.takeOver')}
          />
        )}
        <Typography variant="body2" color="textSecondary">
          {t('kit.bulkEdit.hint')}
        </Typography>
        {failure !== undefined && <Alert severity="error">{words.failureText(failure)}</Alert>}
        <GuardedButton
          variant="contained"
          permission={{
            may: permission.may && isWhole && !isCounting,
            reason:
              permission.reason ??
              (isWhole ? (isCounting ? t('kit.bulkEdit.counting') : undefined) : t('kit.bulkEdit.incomplete')),
          }}
          loading={isPending}
          onClick={() => void rehearse()}
        >
          {t('kit.bulkEdit.rehearse')}
        </GuardedButton>
      </Stack>
    </Paper>
  )
}
