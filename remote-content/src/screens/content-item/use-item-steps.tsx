import {
  isOutdated,
  type PlanChoice,
  PlanDialog,
  useExecutePlan,
  useMakePlan,
  usePlanWords,
  useProblemWords,
  useUndoPlan,
} from '@pim/content-kit/plan'
import type {
  AskedStep,
  ContentItem,
  ContentType,
  FieldError,
  Plan,
  PlanResult,
  PlanStep,
  Variation,
} from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-change-path.ts'
import { useItemVariations } from './content-item.api.ts'
import type { ItemDraft } from './editing/item-draft.ts'
import { OthersChanges } from './others-changes.tsx'

interface ItemStepsOptions {
  item: ContentItem
  type: ContentType
  variations: readonly Variation[]
  draft: ItemDraft
  /** In how many variations the item is. */
  count: number
  /** What of the fields on the screen stands in the way: they are marked, and the first is gone to. */
  onRefused: (errors: readonly FieldError[]) => void
  /** Called once the step is done, in place of saying so. */
  onDone?: (step: PlanStep) => void
}

/** Called once the step is done and told. */
type Then = (() => void) | undefined

interface Asked {
  readonly step: PlanStep
  readonly steps: readonly AskedStep[]
  readonly wasOutdated: boolean
  /** The version that was on the screen, where somebody else has written a later one. */
  readonly seen: number | undefined
  readonly then: Then
}

/**
 * Steps of the lifecycle for an item, each by way of its plan. What was typed is saved first: nobody means to publish the
 * text as it was a second ago. A plan that holds nothing to ask about is done at once; any other is shown first.
 */
export function useItemSteps({ item, type, variations, draft, count, onRefused, onDone }: ItemStepsOptions) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { refetch: readFields } = useItemVariations(item.contentItemId)
  const makePlan = useMakePlan()
  const execute = useExecutePlan()
  const words = usePlanWords({ types: [type], variations })
  const problemText = useProblemWords(words, type.technicalName)
  const [asked, setAsked] = useState<Asked>()
  const [isPending, setPending] = useState(false)

  const undoPlan = useUndoPlan(bulkChangePath)

  const finish = (
    { step, steps, then }: Pick<Asked, 'step' | 'steps' | 'then'>,
    { variations: changed, bulkChangeId }: PlanResult,
  ) => {
    // The question about an item that is gone stays until its screen is left.
    if (step !== 'delete') setAsked(undefined)
    const own = changed.find((each) => each.contentVariationId === draft.summary().variation.contentVariationId)
    if (own) draft.addOwnVersion(own.version)
    onRefused([])
    if (onDone) return onDone(step)
    const linked = new Set(changed.map(({ contentItemId }) => contentItemId))
    linked.delete(item.contentItemId)
    if (linked.size > 0)
      feedback.success(
        t('content.publish.withLinked', { count: linked.size }),
        bulkChangeId ? { label: t('kit.steps.undo'), run: () => void undoPlan(bulkChangeId) } : undefined,
      )
    else
      feedback.success(
        steps.length > 1 ? t('content.publish.allDone', { count: steps.length }) : t(`content.step.${step}Done`),
      )
    then?.()
  }
  /** What blocks, where all of it stands in fields of the variation on the screen: there it is mended. */
  const errorsHere = (plan: Plan): FieldError[] | undefined => {
    const { contentVariationId } = draft.summary().variation
    const blocked = plan.items.filter(({ blocking }) => blocking.length > 0)
    const isHere = blocked.every(
      (row) =>
        row.contentVariationId === contentVariationId &&
        row.blocking.every(({ code, technicalFieldName }) => technicalFieldName && !hasWays.has(code)),
    )
    if (plan.canExecute || !isHere) return undefined
    return blocked.flatMap((row) =>
      row.blocking.map((issue) => ({
        technicalFieldName: issue.technicalFieldName ?? '',
        code: issue.code,
        message: words.issueText(row, issue),
      })),
    )
  }
  const ask = async (step: PlanStep, steps: readonly AskedStep[], then: Then) => {
    const { version } = draft.summary().variation
    if (step !== 'delete' && !(await draft.flush())) return feedback.error(t('content.step.unsaved'))
    const { plan, wasShown } = await makePlan({ steps })
    const seen = isOvertaken(plan, draft, version) ? version : undefined
    const question = { step, steps, then, seen, wasOutdated: false }
    if (seen !== undefined) {
      // The fields behind the question follow what the others wrote; what was typed is saved already.
      await readFields()
      return setAsked(question)
    }
    const inTheWay = steps.length === 1 ? errorsHere(plan) : undefined
    if (inTheWay) {
      onRefused(inTheWay)
      return feedback.error(t('content.step.fields', { count: inTheWay.length }))
    }
    if (mustAsk(step, plan, wasShown)) return setAsked(question)
    try {
      const { result, refreshed } = await execute({ steps }, plan.fingerprint)
      finish(question, result)
      await refreshed
    } catch (failure) {
      if (!isOutdated(failure)) throw failure
      setAsked({ ...question, seen: version, wasOutdated: true })
    }
  }
  const run = async (step: PlanStep, steps?: readonly AskedStep[], then?: Then): Promise<void> => {
    setPending(true)
    const { contentVariationId } = draft.summary().variation
    await ask(step, steps ?? [{ contentVariationId, step }], then).catch((failure: unknown) =>
      feedback.error(problemText(failure)),
    )
    setPending(false)
  }
  const { contentVariationId, variationId } = draft.summary().variation
  const inOne = { name: item.name, variation: words.variationName(variationId) }
  const dialog: ReactNode = asked && (
    <PlanDialog
      types={[type]}
      variations={variations}
      steps={asked.steps}
      wasOutdated={asked.wasOutdated}
      isDestructive={asked.step === 'delete'}
      title={(steps) =>
        asked.step === 'delete'
          ? t('content.delete.title', inOne)
          : asked.steps.length > 1
            ? t('content.plan.title.publishAll', { ...inOne, count: steps })
            : t(`content.plan.title.${asked.step}`, inOne)
      }
      confirmLabel={(steps, choice) =>
        asked.step === 'delete'
          ? t(confirmOf(choice), { count })
          : asked.steps.length > 1
            ? t('content.publish.all', { count: steps })
            : t(asked.seen === undefined ? `kit.plan.stepName.${asked.step}` : `content.plan.anyway.${asked.step}`)
      }
      onClose={() => setAsked(undefined)}
      onDone={(result, steps) => finish({ ...asked, steps }, result)}
    >
      {asked.seen !== undefined && (
        <OthersChanges
          contentVariationId={contentVariationId}
          from={asked.seen}
          isOwn={draft.isOwnVersion}
          type={type}
          words={words}
        />
      )}
      {asked.step === 'delete' && t('content.delete.hint', { count })}
    </PlanDialog>
  )
  return { run, isPending, dialog }
}

const confirmOf = (choice: PlanChoice | undefined) =>
  choice === 'allowBrokenLinks' ? 'content.delete.confirmAnyway' : 'content.delete.confirm'

/** What blocks, and has another way out than to write something here. */
const hasWays: ReadonlySet<string> = new Set(['NOT_LIVE', 'STILL_NEEDED'])

/** Whether somebody else has written a version since the one that was on the screen. */
function isOvertaken(plan: Plan, draft: ItemDraft, seen: number): boolean {
  const { contentVariationId } = draft.summary().variation
  const now = plan.items.find((row) => row.contentVariationId === contentVariationId)?.version ?? seen
  return Array.from({ length: now - seen }, (_, index) => seen + 1 + index).some((each) => !draft.isOwnVersion(each))
}

/** Whether to ask first: a plan is blocked, has warnings not shown yet, or takes away or changes live content. */
function mustAsk(step: PlanStep, plan: Plan, wasShown: boolean): boolean {
  if (!plan.canExecute || step === 'delete') return true
  if (plan.warnedCount > 0 && !wasShown) return true
  // The panel tells what is not live, and the question offers to take it along.
  if (plan.linked && plan.linked.mediaCount + plan.linked.otherCount > 0) return true
  const { goesLive, changes, goesAway } = plan.outcomes
  return step !== 'publish' && goesLive + changes + goesAway > 0
}
