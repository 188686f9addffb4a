import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import type { Concept, ConceptPlan, ConceptStep, Problem } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConceptChoice } from './concept-choice.tsx'
import { PlanStatus } from './plan-status.tsx'
import { problemOf, useConceptPlan, useTakeConceptStep } from './taxonomies.api.ts'
import { type ShownConcept, shownName } from './tree-moves.ts'
import type { Undoable, UndoHistory } from './use-undo.ts'
import { useUndoMerge } from './use-undo-merge.ts'

interface MergeDialogProps {
  taxonomyId: string
  concept: Concept
  conceptCount: number | undefined
  history: UndoHistory
  onDone: (targetId: string) => void
  onClose: () => void
}

type Kind = 'merge' | 'reassign'
const kinds: readonly Kind[] = ['merge', 'reassign']

/** Gives the content of a concept to another one, and with a merge the concept itself; what it would do is counted first. */
export function MergeDialog({ taxonomyId, concept, conceptCount, history, onDone, onClose }: MergeDialogProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const titleId = useId()
  const [kind, setKind] = useState<Kind>('merge')
  const [chosen, setChosen] = useState<ShownConcept>()
  const targetId = chosen?.conceptId
  const [failure, setFailure] = useState<string>()
  const step: ConceptStep | undefined = targetId === undefined ? undefined : { kind, conceptId: targetId }
  const plan = useConceptPlan(taxonomyId, concept.conceptId, step)
  const { mutateAsync: take, isPending } = useTakeConceptStep()
  const { undo } = useUndoMerge(taxonomyId)
  const number = new Intl.NumberFormat(i18n.language)
  const target = chosen && shownName(chosen)
  const name = shownName(concept)
  const planned = step && !plan.isFetching && !plan.isError ? plan.data : undefined
  const isRefused = planned !== undefined && planned.nameConflicts.length > 0

  const failed = (problem: Problem | undefined) =>
    t('taxonomy.merge.failed', { reason: problem?.message ?? t('taxonomy.form.noReason') })
  const submit = async () => {
    if (!step || !planned || isRefused || targetId === undefined) return
    setFailure(undefined)
    try {
      await take({
        params: { taxonomyId, conceptId: concept.conceptId },
        body: { step, fingerprint: planned.fingerprint },
      })
      const { conceptId } = concept
      const undoable: Undoable = {
        label: t('taxonomy.undo.merge', { name }),
        run: () => {
          history.drop(undoable)
          void undo(conceptId, name)
        },
      }
      if (kind === 'merge') history.remember(undoable)
      feedback.success(
        t(`taxonomy.merge.done.${kind}`, { name, target }),
        kind === 'merge' ? { label: t('taxonomy.undo.button'), run: undoable.run } : undefined,
      )
      onDone(targetId)
    } catch (refusal) {
      const problem = problemOf(refusal)
      if (problem?.code === 'PLAN_OUTDATED') void plan.refetch()
      setFailure(problem?.code === 'PLAN_OUTDATED' ? t('taxonomy.merge.outdated') : failed(problem))
    }
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      fullScreen={isNarrow}
    >
      <DialogTitle id={titleId} variant="h2">
        {t('taxonomy.merge.title', { name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, height: 560, overflow: 'auto' }}>
        <RadioGroup
          aria-label={t('taxonomy.merge.how')}
          value={kind}
          onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? 'merge')}
        >
          {kinds.map((each) => (
            <FormControlLabel key={each} value={each} control={<Radio />} label={t(`taxonomy.merge.kind.${each}`)} />
          ))}
        </RadioGroup>
        <ConceptChoice
          label={t('taxonomy.merge.target')}
          taxonomyId={taxonomyId}
          conceptCount={conceptCount}
          without={concept.conceptId}
          chosenId={targetId}
          onChoose={(target) => {
            setChosen(target)
            setFailure(undefined)
          }}
        />
        <PlanStatus
          isPlanning={step !== undefined && plan.isFetching}
          notPlanned={step && plan.isError ? failed(problemOf(plan.error)) : undefined}
          refusal={
            isRefused
              ? t('taxonomy.merge.conflicts', {
                  target,
                  names: new Intl.ListFormat(i18n.language).format(planned.nameConflicts),
                })
              : undefined
          }
          failure={failure}
        >
          {!step && (
            <Typography variant="body2" color="textSecondary">
              {t('taxonomy.merge.choose')}
            </Typography>
          )}
          {planned && (
            <Typography variant="body2" component="div">
              {t('taxonomy.merge.items', {
                count: planned.itemCount,
                amount: number.format(planned.itemCount),
                target,
              })}{' '}
              {planned.liveItemCount > 0 &&
                t('taxonomy.merge.live', {
                  count: planned.liveItemCount,
                  amount: number.format(planned.liveItemCount),
                })}{' '}
              {kind === 'merge' &&
                planned.movedCount > 0 &&
                t('taxonomy.merge.children', {
                  count: planned.movedCount,
                  amount: number.format(planned.movedCount),
                  target,
                })}{' '}
              {t(`taxonomy.merge.after.${kind}`, { name, target })}
            </Typography>
          )}
          {planned && planned.lostWords.length > 0 && <LostWords lost={planned.lostWords} target={target ?? ''} />}
        </PlanStatus>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="contained"
          color={kind === 'merge' ? 'error' : 'primary'}
          onClick={() => void submit()}
          loading={isPending}
          disabled={!planned || isRefused}
        >
          {t(`taxonomy.merge.confirm.${kind}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What the other concept does not take. */
function LostWords({ lost, target }: { lost: ConceptPlan['lostWords']; target: string }) {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language)
  return (
    <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
      {t('taxonomy.merge.lost', { target })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {lost.map(({ kind, language, words }) => (
          <li key={`${kind} ${language}`}>
            {t(`taxonomy.merge.lost.${kind}`, { language, words: list.format(words) })}
          </li>
        ))}
      </Box>
    </Alert>
  )
}
