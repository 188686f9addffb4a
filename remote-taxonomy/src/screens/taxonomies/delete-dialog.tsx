import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import type { ConceptPlan, ConceptStep, Problem } from '@pim/contract'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConceptChoice } from './concept-choice.tsx'
import { PlanStatus } from './plan-status.tsx'
import { problemOf, useConceptPlan } from './taxonomies.api.ts'
import { type ShownConcept, shownName, subtreeOf } from './tree-moves.ts'

export type DeleteStep = Extract<ConceptStep, { kind: 'delete' }>

interface DeleteDialogProps {
  taxonomyId: string
  concept: ShownConcept
  concepts: readonly ShownConcept[]
  conceptCount: number | undefined
  /** Whether it can be brought back once the step is taken. */
  canReturn: (plan: ConceptPlan) => boolean
  /** Rejects where the server refuses. */
  onDelete: (step: DeleteStep, plan: ConceptPlan) => Promise<void>
  onClose: () => void
}

type Children = DeleteStep['children']
const childChoices: readonly Children[] = ['moveUp', 'delete']
type Content = 'detach' | 'assign'
const contentChoices: readonly Content[] = ['detach', 'assign']

/** Asks what becomes of the concepts below one that goes, and of the content that carries it; what it would do is counted first. */
export function DeleteDialog({
  taxonomyId,
  concept,
  concepts,
  conceptCount,
  canReturn,
  onDelete,
  onClose,
}: DeleteDialogProps) {
  const { t, i18n } = useTranslation()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const [titleId, childrenId, contentId] = [useId(), useId(), useId()]
  const below = useMemo(
    () => new Set(subtreeOf(concepts, concept.conceptId).map(({ conceptId }) => conceptId)),
    [concepts, concept.conceptId],
  )
  const hasChildren = below.size > 1 || (concept.childCount ?? 0) > 0
  const [children, setChildren] = useState<Children>(hasChildren ? 'moveUp' : 'delete')
  const [content, setContent] = useState<Content>('detach')
  const [chosen, setChosen] = useState<ShownConcept>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Children that move up are still there to be chosen; their parent is not, and would take them out of the tree with it.
  const arranged = useCallback(
    (all: readonly ShownConcept[]) =>
      children === 'delete'
        ? all
        : all.map((each) =>
            each.parentConceptId === concept.conceptId ? { ...each, parentConceptId: concept.parentConceptId } : each,
          ),
    [concept, children],
  )
  const isOffered =
    chosen && chosen.conceptId !== concept.conceptId && !(children === 'delete' && below.has(chosen.conceptId))
  const target = content === 'assign' && isOffered ? chosen : undefined
  // Without a target yet, the figures are those of taking the concept away: they are the same.
  const step: DeleteStep = { kind: 'delete', children, assignTo: target?.conceptId ?? null }
  const plan = useConceptPlan(taxonomyId, concept.conceptId, step)
  // The question about content stays where it is while the figures of another choice are read.
  const latest = useRef<ConceptPlan>(undefined)
  if (plan.data && !plan.isFetching) latest.current = plan.data
  const planned = plan.isFetching || plan.isError ? undefined : plan.data
  const asksForContent = (planned ?? latest.current)?.itemCount !== 0 && latest.current !== undefined
  const isRefused = planned !== undefined && planned.nameConflicts.length > 0
  const isReady =
    planned !== undefined && !isRefused && (!asksForContent || content === 'detach' || target !== undefined)

  // The screen may not have read all that is below it; the plan has counted it.
  const belowCount = concept.childCount === undefined ? below.size - 1 : (planned?.conceptCount ?? below.size) - 1
  const failed = (problem: Problem | undefined) =>
    t('taxonomy.delete.failed', { reason: problem?.message ?? t('taxonomy.form.noReason') })
  const submit = async () => {
    if (!planned || !isReady) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onDelete(step, planned)
    } catch (refusal) {
      const problem = problemOf(refusal)
      if (problem?.code === 'PLAN_OUTDATED') void plan.refetch()
      setFailure(problem?.code === 'PLAN_OUTDATED' ? t('taxonomy.merge.outdated') : failed(problem))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      fullScreen={isNarrow}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('taxonomy.delete.title', { name: shownName(concept) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, overflow: 'auto' }}>
        {hasChildren && (
          <FormControl>
            <FormLabel id={childrenId}>{t('taxonomy.delete.how.children')}</FormLabel>
            <RadioGroup
              aria-labelledby={childrenId}
              value={children}
              onChange={(event) => {
                setChildren(childChoices.find((each) => each === event.target.value) ?? 'moveUp')
                setFailure(undefined)
              }}
            >
              {childChoices.map((each, at) => (
                <FormControlLabel
                  key={each}
                  value={each}
                  control={<Radio autoFocus={at === 0} />}
                  label={t(`taxonomy.delete.children.${each}`)}
                />
              ))}
            </RadioGroup>
          </FormControl>
        )}
        {asksForContent && (
          <FormControl>
            <FormLabel id={contentId}>{t('taxonomy.delete.how.content')}</FormLabel>
            <RadioGroup
              aria-labelledby={contentId}
              value={content}
              onChange={(event) => {
                setContent(contentChoices.find((each) => each === event.target.value) ?? 'detach')
                setFailure(undefined)
              }}
            >
              {contentChoices.map((each) => (
                <FormControlLabel
                  key={each}
                  value={each}
                  control={<Radio />}
                  label={t(`taxonomy.delete.content.${each}`)}
                />
              ))}
            </RadioGroup>
          </FormControl>
        )}
        {asksForContent && content === 'assign' && (
          <ConceptChoice
            label={t('taxonomy.delete.target')}
            taxonomyId={taxonomyId}
            conceptCount={conceptCount}
            arranged={arranged}
            without={concept.conceptId}
            chosenId={target?.conceptId}
            onChoose={(each) => {
              setChosen(each)
              setFailure(undefined)
            }}
          />
        )}
        <PlanStatus
          isPlanning={plan.isFetching}
          notPlanned={!plan.isFetching && plan.isError ? failed(problemOf(plan.error)) : undefined}
          refusal={
            isRefused
              ? t('taxonomy.delete.conflicts', {
                  names: new Intl.ListFormat(i18n.language).format(planned.nameConflicts),
                })
              : undefined
          }
          failure={failure}
        >
          {planned && (
            <Counted
              plan={planned}
              target={target && shownName(target)}
              isUndecided={content === 'assign' && planned.itemCount > 0 && !target}
              canReturn={canReturn(planned)}
            />
          )}
        </PlanStatus>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button variant="contained" color="error" onClick={() => void submit()} loading={isBusy} disabled={!isReady}>
          {t('taxonomy.delete.confirm', { count: children === 'delete' ? belowCount : 0 })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface CountedProps {
  plan: ConceptPlan
  target: string | undefined
  /** Content goes to another concept, which is not chosen yet. */
  isUndecided: boolean
  canReturn: boolean
}

/** What a plan comes to, in words. */
function Counted({ plan, target, isUndecided, canReturn }: CountedProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const counted = (count: number) => ({ count, amount: number.format(count) })
  const sentences = [
    t('taxonomy.delete.counted.concepts', counted(plan.conceptCount)),
    plan.movedCount > 0 && t('taxonomy.delete.counted.moved', counted(plan.movedCount)),
    plan.itemCount === 0 && t('taxonomy.delete.counted.unused'),
    plan.itemCount > 0 &&
      !isUndecided &&
      target === undefined &&
      t('taxonomy.delete.counted.detached', counted(plan.itemCount)),
    plan.itemCount > 0 && target !== undefined && t('taxonomy.merge.items', { ...counted(plan.itemCount), target }),
    plan.itemCount > 0 && isUndecided && t('taxonomy.delete.counted.choose', counted(plan.itemCount)),
    plan.liveItemCount > 0 && t('taxonomy.merge.live', counted(plan.liveItemCount)),
    !isUndecided && t(canReturn ? 'taxonomy.delete.undoable' : 'taxonomy.delete.final'),
  ]
  return <Typography variant="body2">{sentences.filter((each) => each !== false).join(' ')}</Typography>
}
