import { List, ListItem, Link as MuiLink, Stack, Typography } from '@mui/material'
import { isOvertaken } from '@pim/api-client/seen-version'
import { contentItemPath } from '@pim/content-kit'
import type { Concept, Problem, Taxonomy } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  problemOf,
  useCreateTaxonomy,
  useDeleteConcept,
  useDeleteTaxonomy,
  useRestore,
  useWithWords,
} from './taxonomies.api.ts'
import { placeOf, subtreeOf } from './tree-moves.ts'
import type { Undoable, UndoHistory } from './use-undo.ts'

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
}

type UsedBy = NonNullable<Problem['usedBy']>

interface Deleting {
  /** A single concept goes without a question, since it can come back; more than that is named first. */
  readonly deleteConcept: (concept: Concept, concepts: readonly Concept[], onDone: () => void) => void
  readonly deleteTaxonomy: (taxonomy: Taxonomy, concepts: readonly Concept[] | undefined, onDone: () => void) => void
  readonly dialog: ReactNode
}

export function useDeletion(
  taxonomyId: string | undefined,
  history: UndoHistory,
  onRestored: (taxonomyId: string, conceptId: string | undefined) => void,
): Deleting {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const restoreConcepts = useRestore()
  const withWords = useWithWords()
  const { mutateAsync: createTaxonomy } = useCreateTaxonomy()
  const sendTaxonomy = useDeleteTaxonomy()
  const { mutateAsync: sendConcept } = useDeleteConcept()
  const [asked, setAsked] = useState<{ deletion: Deletion; usedBy?: UsedBy; failure?: string }>()
  // Apart from what is asked: the words of a dialog must not change while it fades.
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const ask = (deletion: Deletion) => {
    setAsked({ deletion })
    setOpen(true)
  }

  const offerUndo = ({ name, restore }: Deletion, isDetached: boolean) => {
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
    const gone = subtreeOf(concepts, concept.conceptId)
    const position = placeOf(concepts, concept.conceptId)?.position
    const canReturn = gone.length <= maxRestored
    // Read before it goes: the tree has not the words in other languages.
    let whole: readonly Concept[] = gone
    const deletion: Deletion = {
      name: concept.friendlyName,
      below: gone.length - 1,
      version: concept.version,
      send: async (detach, ifMatch) => {
        if (canReturn) whole = await withWords(taxonomyId, gone)
        return sendConcept({ params: { taxonomyId, conceptId: concept.conceptId }, query: { detach }, ifMatch })
      },
      restore: canReturn
        ? async () => onRestored(taxonomyId, await restoreConcepts(taxonomyId, whole, position))
        : undefined,
      onDone,
    }
    if (deletion.below === 0) void go(deletion, false)
    else ask(deletion)
  }
  const deleteTaxonomy: Deleting['deleteTaxonomy'] = (taxonomy, concepts, onDone) => {
    const { friendlyName, description, conceptCount } = taxonomy
    const gone = concepts && concepts.length <= maxRestored ? concepts : undefined
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
  const dialog = (
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
  return { deleteConcept, deleteTaxonomy, dialog }
}

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
