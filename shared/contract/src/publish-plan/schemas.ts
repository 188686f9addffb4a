import { z } from 'zod'
import { fieldStateSchema, lifecycleActions, planResolveSchema, statusSchema } from '../content-variation/schemas.ts'
import { fieldErrorCodeSchema } from '../core/field-error-code.ts'
import { filledText, idSchema, pageOf, pagingSchema } from '../core/primitives.ts'
import { searchInputSchema } from '../search/schemas.ts'

/** The steps of the lifecycle, and deleting or restoring the item of a variation in all its variations. */
export const planSteps = [...lifecycleActions, 'delete', 'restore'] as const
export const planStepSchema = z.enum(planSteps).meta({ id: 'PlanStep' })
export type PlanStep = z.infer<typeof planStepSchema>

export const maxPlanSteps = 200
export const askedStepSchema = z.strictObject({ contentVariationId: idSchema, step: planStepSchema })
export type AskedStep = z.infer<typeof askedStepSchema>

/**
 * Publishes with what is published also the items that it links to and that are not live there, and what those link to: five
 * links away at most, and 200 items at most (a plan that is kept: 100,000 together with its own), media first. What of it inherits required
 * values is published with its ancestors.
 */
export const withLinkedSchema = z
  .strictObject({
    /** Items that are left as they are. */
    except: z.array(idSchema).max(200).optional(),
  })
  .meta({ id: 'WithLinked' })
export type WithLinked = z.infer<typeof withLinkedSchema>

const ways = {
  resolve: planResolveSchema.optional(),
  /** Deletes although working copies or live content of other items link to what is deleted. */
  allowBrokenLinks: z.boolean().optional(),
  /** Leaves items that are blocked as they are, and does the others; without it nothing is done while one is blocked. */
  skipBlocked: z.boolean().optional(),
  withLinked: withLinkedSchema.optional(),
}
const options = {
  ...ways,
  /** Which of the variations that the plan touches are answered: those with problems come first. */
  paging: pagingSchema.optional(),
}
const ofSteps = z.strictObject({ steps: z.array(askedStepSchema).min(1).max(maxPlanSteps), ...options })
/** `variationIds` left out: the variation that the selection is read in. */
const ofSelection = z.strictObject({
  selection: searchInputSchema,
  step: planStepSchema,
  variationIds: z.array(idSchema).min(1).max(500).optional(),
  ...options,
})

const keep = {
  /** The plan is kept and made by a job, however few items it is for. */
  keep: z.boolean().optional(),
  /** To find it again. A plan with a name is kept. */
  name: filledText(200).optional(),
}
/** The selection and step of a plan that is kept, as a new plan of what is found now. */
const ofEarlierPlan = z.strictObject({ planId: idSchema, ...ways })

/** What is to be done: steps one by one, one step for all that a search finds, or what an earlier plan was asked for. */
export const planRequestSchema = z.union([ofSteps, ofSelection.extend(keep), ofEarlierPlan]).meta({ id: 'PlanRequest' })
export type PlanRequest = z.infer<typeof planRequestSchema>

/** What the plan answered as its fingerprint: it is done only while nothing that it was made from has changed. */
const fingerprint = { fingerprint: z.string().min(1).max(100) }
const ofKeptPlan = z.strictObject({ planId: idSchema, ...fingerprint })
export const executePlanSchema = z
  .union([ofSteps.extend(fingerprint), ofSelection.extend(fingerprint), ofKeptPlan])
  .meta({ id: 'ExecutePlan' })
export type ExecutePlan = z.infer<typeof executePlanSchema>

/**
 * Something that stands in the way (`blocking`) or that one should know (`warnings`). Codes of blocking problems:
 * REQUIRED, NOT_LIVE (required, and inherited from a variation that is not live), STILL_NEEDED (live, required, and lost),
 * INVALID_TRANSITION, DELETED, BROKEN_LINK, NOT_ALLOWED, STILL_LINKED (deleted, and others link to it), NOT_UNIQUE (`items`
 * has the value there, own or inherited), and those of invalid values. Warnings: HELD_BACK (not ready for these channels, and goes to the others), NO_CHANNEL (no
 * channel that it goes to has the variation), TARGET_NOT_LIVE (links to what is not live in this variation), LINKED_FROM (live content links
 * to what goes away), LOSES_VALUE (a value that it inherits goes away).
 */
export const planIssueSchema = z
  .object({
    code: fieldErrorCodeSchema,
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    technicalFieldName: z.string().optional(),
    sourceVariationId: idSchema.optional(),
    /** The channels that it is about; left out: all. */
    deliveryTargets: z.array(z.string()).optional(),
    allowedActions: z.array(z.string()).optional(),
    /** The items at the other end of links, or that has the value, at most twenty of them; `itemCount` says of how many. */
    items: z.array(z.object({ contentItemId: idSchema, name: z.string() })).optional(),
    itemCount: z.number().int().optional(),
  })
  .meta({ id: 'PlanIssue' })
export type PlanIssue = z.infer<typeof planIssueSchema>

/** As delivery answers it; null where the variation is not live. `isLeftOut`: values that are too long for this answer. */
export const plannedFieldSchema = z
  .object({
    technicalFieldName: z.string(),
    before: fieldStateSchema.nullable(),
    after: fieldStateSchema.nullable(),
    isLeftOut: z.boolean().optional(),
  })
  .meta({ id: 'PlannedField' })
export type PlannedField = z.infer<typeof plannedFieldSchema>

export const planOutcomes = ['goesLive', 'changes', 'goesAway', 'unchanged'] as const
export const planOutcomeSchema = z.enum(planOutcomes).meta({ id: 'PlanOutcome' })
export type PlanOutcome = z.infer<typeof planOutcomeSchema>

/** The channels that it is answered on; none: on every one, or on none where `isOnNoChannel` says so. */
const liveStateSchema = z.object({
  name: z.string(),
  deliveryTargets: z.array(z.string()),
  isOnNoChannel: z.literal(true).optional(),
})

export const planItemResults = ['done', 'blocked', 'outdated'] as const
/** `outdated`: somebody has changed it since the plan was made, so it was left as it is. */
export const planItemResultSchema = z.enum(planItemResults).meta({ id: 'PlanItemResult' })
export type PlanItemResult = z.infer<typeof planItemResultSchema>

/** One variation that the plan touches: by a step of its own, or because it inherits from one that has a step. */
export const plannedVariationSchema = z
  .object({
    contentItemId: idSchema,
    contentVariationId: idSchema,
    variationId: idSchema,
    name: z.string(),
    technicalContentTypeName: z.string(),
    /** Null where it only inherits, or keeps values that it inherited. */
    step: planStepSchema.nullable(),
    /** True where `resolve` or `withLinked` has added the step. */
    isAdded: z.boolean(),
    /** The fields whose inherited values become its own (`keepValues`). */
    keptFields: z.array(z.string()),
    version: z.number().int(),
    statusBefore: statusSchema,
    statusAfter: statusSchema,
    outcome: planOutcomeSchema,
    liveBefore: liveStateSchema.nullable(),
    liveAfter: liveStateSchema.nullable(),
    /** The fields that delivery answers otherwise; `leftOutFields` more of them are too many for one answer. */
    fields: z.array(plannedFieldSchema),
    leftOutFields: z.number().int(),
    blocking: z.array(planIssueSchema),
    warnings: z.array(planIssueSchema),
    /** In a plan that is kept: what became of its item. Left out while it is not done. */
    result: planItemResultSchema.optional(),
  })
  .meta({ id: 'PlannedVariation' })
export type PlannedVariation = z.infer<typeof plannedVariationSchema>

/**
 * `planning`: a job is at it, and there are no figures yet. `ready`: it can be done. `executing`, `done`: of a plan that is
 * kept, and that a job does.
 */
export const planStateSchema = z.enum(['planning', 'ready', 'executing', 'done']).meta({ id: 'PlanState' })
export type PlanState = z.infer<typeof planStateSchema>

/** What became of the items of a plan that a job has done. */
export const planDoneSchema = z
  .object({ done: z.number().int(), blocked: z.number().int(), outdated: z.number().int() })
  .meta({ id: 'PlanDone' })

/** What a plan that is kept was asked for. `variationIds` is left out where it was not named: the default variation. */
export const keptAskSchema = z
  .object({ name: z.string().optional(), step: planStepSchema, variationIds: z.array(idSchema).optional(), ...ways })
  .meta({ id: 'KeptAsk' })
export type KeptAsk = z.infer<typeof keptAskSchema>

/**
 * With `withLinked`: the items that are taken along, and how many more links lead to, past its bounds. Without it: the items
 * that it would begin with.
 */
export const planLinkedSchema = z
  .object({ mediaCount: z.number().int(), otherCount: z.number().int(), leftOutCount: z.number().int() })
  .meta({ id: 'PlanLinked' })
export type PlanLinked = z.infer<typeof planLinkedSchema>

/**
 * What steps do, before they are done. Counts are of variations. A plan of more than a thousand items, or one with `keep`, is kept: a job makes
 * it, and its pages are read by its id; `paging` counts items there, as each page has whole items.
 */
export const planSchema = pageOf(plannedVariationSchema)
  .extend({
    /** Null where the plan is not kept. */
    planId: idSchema.nullable(),
    jobId: idSchema.nullable(),
    asked: keptAskSchema.optional(),
    state: planStateSchema,
    done: planDoneSchema.optional(),
    fingerprint: z.string(),
    canExecute: z.boolean(),
    stepCount: z.number().int(),
    itemCount: z.number().int(),
    outcomes: z.object({
      goesLive: z.number().int(),
      changes: z.number().int(),
      goesAway: z.number().int(),
      unchanged: z.number().int(),
    }),
    blockedCount: z.number().int(),
    warnedCount: z.number().int(),
    /** Left out of plans that are kept while they are made. */
    linked: planLinkedSchema.optional(),
    /** The bulk change as which the publications of a kept plan that is done are kept, and can be taken back. */
    bulkChangeId: idSchema.optional(),
  })
  .meta({ id: 'Plan' })
export type Plan = z.infer<typeof planSchema>

/** A plan that is kept, as a list shows it. Counts are those of `Plan`. */
export const keptPlanSchema = z
  .object({
    planId: idSchema,
    asked: keptAskSchema,
    state: planStateSchema,
    itemCount: z.number().int(),
    blockedCount: z.number().int(),
    createdAt: z.string(),
    createdBy: z.string(),
  })
  .meta({ id: 'KeptPlan' })
export type KeptPlanSummary = z.infer<typeof keptPlanSchema>
export const keptPlanPageSchema = pageOf(keptPlanSchema).meta({ id: 'KeptPlanPage' })

/** The variations that were changed, with what they are now; or the job that changes them. */
export const planResultSchema = z
  .object({
    jobId: idSchema.nullable(),
    /** The bulk change as which this is kept, and can be taken back, where several items were published or unpublished. */
    bulkChangeId: idSchema.optional(),
    variations: z.array(
      z.object({
        contentItemId: idSchema,
        contentVariationId: idSchema,
        variationId: idSchema,
        status: statusSchema,
        version: z.number().int(),
        publishedVersion: z.number().int().nullable(),
      }),
    ),
  })
  .meta({ id: 'PlanResult' })
export type PlanResult = z.infer<typeof planResultSchema>
