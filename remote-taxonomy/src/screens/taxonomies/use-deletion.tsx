import { List, ListItem, Link as MuiLink, Stack, Typography } from '@mui/material'
import { isOvertaken } from '@pim/api-client/seen-version'
import { contentItemPath } from '@pim/content-kit'
import type { Concept, ConceptPlan, Problem, Taxonomy } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog, partOnDemand } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DeleteStep } from './delete-dialog.tsx'
import {
  problemOf,
  useCreateTaxonomy,
  useDeleteConcept,
  useDeleteTaxonomy,
  useReadSubtree,
  useRestore,
  useTakeConceptStep,
  useWithWords,
} from './taxonomies.api.ts'
import { placeOf, type ShownConcept, shownName, subtreeOf } from './tree-moves.ts'
import type { Undoable, UndoHistory } from './use-undo.ts'

const DeleteDialog = partOnDemand(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** Bringing back goes concept by concept; more than this would keep one waiting. */
const maxRestored = 100

interface Deletion {
  readonly name: string
  /** How many concepts go with it. */
  readonly below: number
  /** Sent as `If-Match`: the version on the screen when the deletion was asked for; after a 412, the one that it named. */
  readonly version: number | undefined
  readonly send: (detach: boolean, ifMatch: number | undefined) => Promise<unknown>
  /** Undefined: it cannot be brought back. */
  readonly restore: (() => Promise<unknown>) | undefined
  readonly onDone: () => void
  /** Asks what becomes of its users; undefined: they are named, and it is taken out of them. */
  readonly choose?: () => void
}

/** A concept whose deletion takes a choice. */
interface Choice {
  readonly taxonomyId: string
  readonly concept: ShownConcept
  readonly concepts: readonly ShownConcept[]
  readonly onDone: () => void
}

type UsedBy = NonNullable<Problem['usedBy']>

interface Deleting {
  /** A single concept that nothing uses goes without a question, since it can come back; for others there is a choice. */
  readonly deleteConcept: (concept: ShownConcept, concepts: readonly ShownConcept[], onDone: () => void) => void
  readonly deleteTaxonomy: (taxonomy: Taxonomy, concepts: readonly Concept[] | undefined, onDone: () => void) => void
  readonly dialog: ReactNode
}

export function useDeletion(
  selected: Taxonomy | undefined,
  history: UndoHistory,
  onRestored: (taxonomyId: string, conceptId: string | undefined) => void,
): Deleting {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const taxonomyId = selected?.taxonomyId
  const readSubtree = useReadSubtree()
  const restoreConcepts = useRestore()
  const withWords = useWithWords()
  const { mutateAsync: createTaxonomy } = useCreateTaxonomy()
  const sendTaxonomy = useDeleteTaxonomy()
  const { mutateAsync: sendConcept } = useDeleteConcept()
  const { mutateAsync: take } = useTakeConceptStep()
  const [choice, setChoice] = useState<Choice>()
  const [asked, setAsked] = useState<{ deletion: Deletion; usedBy?: UsedBy; failure?: string }>()
  // Apart from what is asked: the words of a dialog must not change while it fades.
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const ask = (deletion: Deletion) => {
    setAsked({ deletion })
    setOpen(true)
  }

  const offerUndo = ({ name, restore }: Pick<Deletion, 'name' | 'restore'>, isDetached: boolean) => {
    const done = t('taxonomy.delete.done', { name })
    // Content that lost the concept would not get it back with it.
    if (!restore || isDetached) return feedback.success(done)
    const step: Undoable = {
      label: t('taxonomy.undo.delete', { name }),
      run: () => {
        history.drop(step)
        restore().then(
          () => feedback.success(t('taxonomy.delete.restored', { name })),
          (failure: unknown) =>
            feedback.error(t('taxonomy.delete.notRestored', { name, reason: problemOf(failure)?.message ?? '' })),
        )
      },
    }
    history.remember(step)
    feedback.success(done, { label: t('taxonomy.undo.button'), run: step.run })
  }
  const go = async (deletion: Deletion, detach: boolean) => {
    setBusy(true)
    try {
      await deletion.send(detach, deletion.version)
      setOpen(false)
      deletion.onDone()
      offerUndo(deletion, detach)
    } catch (failure) {
      const problem = problemOf(failure)
      if (problem?.code === 'IN_USE' && deletion.choose) {
        setOpen(false)
        deletion.choose()
        return
      }
      setOpen(true)
      setAsked(
        problem?.code === 'IN_USE'
          ? { deletion, usedBy: problem.usedBy ?? [] }
          : {
              deletion: isOvertaken(problem) ? { ...deletion, version: problem?.currentVersion } : deletion,
              failure: isOvertaken(problem)
                ? t('taxonomy.delete.overtaken', { name: deletion.name })
                : t('taxonomy.delete.failed', { reason: problem?.message ?? t('taxonomy.form.noReason') }),
            },
      )
    } finally {
      setBusy(false)
    }
  }

  const deleteConcept: Deleting['deleteConcept'] = (concept, concepts, onDone) => {
    if (!taxonomyId) return
    const choose = () => setChoice({ taxonomyId, concept, concepts, onDone })
    if (subtreeOf(concepts, concept.conceptId).length > 1 || (concept.childCount ?? 0) > 0) return choose()
    const position = placeOf(concepts, concept.conceptId)?.position
    // Read before it goes: the tree has not the words in other languages.
    let whole: readonly Concept[] = [concept]
    const deletion: Deletion = {
      name: shownName(concept),
      below: 0,
      version: concept.version,
      send: async (detach, ifMatch) => {
        whole = await withWords(taxonomyId, [concept])
        return sendConcept({ params: { taxonomyId, conceptId: concept.conceptId }, query: { detach }, ifMatch })
      },
      restore: async () => onRestored(taxonomyId, await restoreConcepts(taxonomyId, whole, position)),
      onDone,
      choose,
    }
    void go(deletion, false)
  }
  const deleteByChoice = async (chosen: Choice, step: DeleteStep, plan: ConceptPlan) => {
    const { concept, concepts, onDone } = chosen
    const { conceptId } = concept
    const name = shownName(concept)
    const position = placeOf(concepts, conceptId)?.position
    const isUndone = canReturn(plan)
    // A large tree may not have been read that far.
    const subtree =
      isUndone && concept.childCount ? await readSubtree(chosen.taxonomyId, concept) : subtreeOf(concepts, conceptId)
    const gone = step.children === 'delete' ? subtree : [concept]
    const whole = isUndone ? await withWords(chosen.taxonomyId, gone) : gone
    await take({ params: { taxonomyId: chosen.taxonomyId, conceptId }, body: { step, fingerprint: plan.fingerprint } })
    setChoice(undefined)
    onDone()
    const moved = step.children === 'moveUp' ? childrenOf(subtree, conceptId) : []
    const restore = async () =>
      onRestored(chosen.taxonomyId, await restoreConcepts(chosen.taxonomyId, whole, position, moved))
    offerUndo({ name, restore: isUndone ? restore : undefined }, false)
  }
  const deleteTaxonomy: Deleting['deleteTaxonomy'] = (taxonomy, concepts, onDone) => {
    const { friendlyName, description, conceptCount } = taxonomy
    const gone = concepts && Math.max(concepts.length, conceptCount) <= maxRestored ? concepts : undefined
    let whole: readonly Concept[] = gone ?? []
    ask({
      name: friendlyName,
      below: conceptCount,
      version: taxonomy.version,
      send: async (detach, ifMatch) => {
        if (gone) whole = await withWords(taxonomy.taxonomyId, gone)
        return sendTaxonomy(taxonomy.taxonomyId, detach, ifMatch)
      },
      restore: gone
        ? async () => {
            const made = await createTaxonomy({ query: { friendlyName, description } })
            await restoreConcepts(made.taxonomyId, whole)
            onRestored(made.taxonomyId, undefined)
          }
        : undefined,
      onDone,
    })
  }

  const { deletion, usedBy, failure } = asked ?? {}
  const question = (
    <ConfirmDialog
      open={isOpen}
      title={t(usedBy ? 'taxonomy.delete.inUseTitle' : 'taxonomy.delete.title', { name: deletion?.name })}
      confirmLabel={
        usedBy
          ? t('taxonomy.delete.detach', { count: usedBy.length })
          : t('taxonomy.delete.confirm', { count: deletion?.below ?? 0 })
      }
      isDestructive
      isBusy={isBusy}
      onCancel={() => setOpen(false)}
      onConfirm={() => deletion && void go(deletion, usedBy !== undefined)}
    >
      <Stack sx={{ gap: 1 }}>
        {usedBy ? (
          <Users usedBy={usedBy} />
        ) : (
          <span>
            {t('taxonomy.delete.goes', { count: deletion?.below ?? 0 })}{' '}
            {t(deletion?.restore ? 'taxonomy.delete.undoable' : 'taxonomy.delete.final')}
          </span>
        )}
        {failure && (
          <Typography role="alert" color="error">
            {failure}
          </Typography>
        )}
      </Stack>
    </ConfirmDialog>
  )
  const dialog = (
    <>
      {question}
      {choice && (
        <DeleteDialog
          taxonomyId={choice.taxonomyId}
          concept={choice.concept}
          concepts={choice.concepts}
          conceptCount={selected?.conceptCount}
          canReturn={canReturn}
          onDelete={(step, plan) => deleteByChoice(choice, step, plan)}
          onClose={() => setChoice(undefined)}
        />
      )}
    </>
  )
  return { deleteConcept, deleteTaxonomy, dialog }
}

/** Content that lost a concept would not get it back with it. */
const canReturn = ({ itemCount, conceptCount, movedCount }: ConceptPlan): boolean =>
  itemCount === 0 && Math.max(conceptCount, movedCount) <= maxRestored

/** The ids of the concepts right below one, in their order. */
const childrenOf = (concepts: readonly Concept[], id: string): string[] =>
  concepts.filter(({ parentConceptId }) => parentConceptId === id).map(({ conceptId }) => conceptId)

/** The server names no more than this. */
const maxUsersNamed = 50

function Users({ usedBy }: { usedBy: UsedBy }) {
  const { t } = useTranslation()
  return (
    <>
      <span>
        {t(usedBy.length < maxUsersNamed ? 'taxonomy.delete.usedBy' : 'taxonomy.delete.usedByMore', {
          count: usedBy.length,
        })}
      </span>
      <List dense disablePadding sx={{ maxHeight: 200, overflow: 'auto' }} aria-label={t('taxonomy.delete.users')}>
        {usedBy.map(({ contentItemId, name }) => (
          <ListItem key={contentItemId} disableGutters sx={{ py: 0.25 }}>
            <MuiLink component={Link} to={contentItemPath(contentItemId)} sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </MuiLink>
          </ListItem>
        ))}
      </List>
      <span>{t('taxonomy.delete.detachHint')}</span>
    </>
  )
}
