import type { ContentItem, ContentVariation, Job, Plan, PlannedVariation, PlanStep } from '@pim/contract'

/** One variation of a plan: going live without a problem, but for what the test is about. */
export const plannedRow = (parts: Partial<PlannedVariation> = {}): PlannedVariation => ({
  contentItemId: '00000000-0000-7000-8000-000000000100',
  contentVariationId: '00000000-0000-7000-8000-000000000202',
  variationId: '00000000-0000-7000-8000-000000000002',
  name: 'Kamera 70',
  technicalContentTypeName: 'camera',
  step: 'publish',
  isAdded: false,
  keptFields: [],
  leftOutFields: 0,
  version: 3,
  statusBefore: 'draft',
  statusAfter: 'published',
  outcome: 'goesLive',
  liveBefore: null,
  liveAfter: { name: 'Kamera 70', deliveryTargets: [] },
  fields: [],
  blocking: [],
  warnings: [],
  ...parts,
})

const outcomeOf = (step: PlanStep, isLive: boolean): PlannedVariation['outcome'] => {
  if (step === 'publish') return isLive ? 'changes' : 'goesLive'
  return isLive && step !== 'restore' ? 'goesAway' : 'unchanged'
}

/** What a step does to one variation that nothing stands in the way of. */
export const rowOfStep = (
  step: PlanStep,
  { name }: Pick<ContentItem, 'name'>,
  variation: Pick<
    ContentVariation,
    'contentItemId' | 'contentVariationId' | 'variationId' | 'version' | 'status' | 'publishedVersion'
  >,
): PlannedVariation => {
  const { contentItemId, contentVariationId, variationId, version, status, publishedVersion } = variation
  const live = { name, deliveryTargets: [] }
  return plannedRow({
    contentItemId,
    contentVariationId,
    variationId,
    name,
    step,
    version,
    statusBefore: status,
    outcome: outcomeOf(step, publishedVersion !== null),
    liveBefore: publishedVersion === null ? null : live,
    liveAfter: step === 'publish' ? live : null,
  })
}

/** A plan of these variations; the fingerprint stands for all that it says. */
export const planOf = (rows: readonly PlannedVariation[]): Plan => {
  const count = (outcome: PlannedVariation['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const blockedCount = rows.filter(({ blocking }) => blocking.length > 0).length
  const rank = ({ blocking, warnings }: PlannedVariation) => (blocking.length > 0 ? 0 : warnings.length > 0 ? 1 : 2)
  const fingerprint = `${rows.map((row) => `${row.contentVariationId.slice(-3)}${row.version}${row.blocking.length}`)}`
  return {
    items: rows.toSorted((a, b) => rank(a) - rank(b)),
    paging: { pageNumber: 1, pageSize: 200, totalCount: rows.length, totalPages: 1 },
    planId: null,
    jobId: null,
    state: 'ready',
    fingerprint: fingerprint.slice(0, 100) || 'empty',
    canExecute: blockedCount === 0,
    stepCount: rows.filter(({ step }) => step !== null).length,
    itemCount: new Set(rows.map(({ contentItemId }) => contentItemId)).size,
    outcomes: {
      goesLive: count('goesLive'),
      changes: count('changes'),
      goesAway: count('goesAway'),
      unchanged: count('unchanged'),
    },
    blockedCount,
    warnedCount: rows.filter(({ warnings }) => warnings.length > 0).length,
  }
}

/** A job of a plan that has just been started. */
export const jobOf = (parts: Pick<Job, 'jobId' | 'kind'> & Partial<Job>): Job => ({
  status: 'running',
  doneCount: 0,
  totalCount: null,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  createdBy: 'u2',
  result: null,
  error: null,
  ...parts,
})
