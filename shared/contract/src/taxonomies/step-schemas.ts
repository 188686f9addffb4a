import { z } from 'zod'
import { idSchema, timeSchema } from '../core/primitives.ts'

/**
 * What ends a concept, or gives its assignments to another concept of the same taxonomy.
 * - `merge`: the concept goes. Its assignments and its children move to `conceptId`, which takes its names as synonyms;
 *   its id and its code lead there from then on.
 * - `delete`: the concept goes. `children`: they move up into its place, or go with it. `assignTo`: who takes the
 *   assignments of what goes; null takes them away.
 * - `reassign`: the concept stays, and `conceptId` takes its assignments.
 */
export const conceptStepSchema = z
  .union([
    z.strictObject({ kind: z.literal('merge'), conceptId: idSchema }),
    z.strictObject({
      kind: z.literal('delete'),
      children: z.enum(['moveUp', 'delete']),
      assignTo: idSchema.nullable(),
    }),
    z.strictObject({ kind: z.literal('reassign'), conceptId: idSchema }),
  ])
  .meta({ id: 'ConceptStep' })
export type ConceptStep = z.infer<typeof conceptStepSchema>

/** What a step would do, counted before it is taken. */
export const conceptPlanSchema = z
  .object({
    /** Concepts that go, the concept itself among them. */
    conceptCount: z.number().int(),
    /** Children that move, each with all that is below it. */
    movedCount: z.number().int(),
    /** Items, deleted ones too, that carry a concept which goes or gives its assignments away. */
    itemCount: z.number().int(),
    /** Those of them that are live with it. */
    liveItemCount: z.number().int(),
    /** Names of children that the new parent has already. The step is refused until they are renamed. */
    nameConflicts: z.array(z.string()),
    /**
     * Words of a concept that is merged which the other one does not take: names and synonyms that it has no room for, and
     * descriptions. A synonym that it has already is not lost.
     */
    lostWords: z.array(
      z.object({ kind: z.enum(['synonyms', 'description']), language: z.string(), words: z.array(z.string()) }),
    ),
    /** Changes with all that the step goes by, except with the number of items. */
    fingerprint: z.string(),
  })
  .meta({ id: 'ConceptPlan' })
export type ConceptPlan = z.infer<typeof conceptPlanSchema>

export const takeConceptStepSchema = z
  .strictObject({ step: conceptStepSchema, fingerprint: z.string().max(100) })
  .meta({ id: 'TakeConceptStep' })

/** A concept that was merged into another one, while that can be taken back. */
export const conceptMergeSchema = z
  .object({ conceptId: idSchema, name: z.string(), mergedAt: timeSchema })
  .meta({ id: 'ConceptMerge' })
export type ConceptMerge = z.infer<typeof conceptMergeSchema>

/** Result of taking a merge back. */
export const conceptMergeUndoneSchema = z
  .object({
    /** Children that are below it again, and those that somebody has moved or deleted since. */
    childCount: z.number().int(),
    childrenLeftCount: z.number().int(),
    /** Items that name it again, and those that are left as somebody has changed them since. */
    itemCount: z.number().int(),
    itemsLeftCount: z.number().int(),
    /** The items are many: a job puts it back, and the two counts are of those that it has not. */
    followsByJob: z.boolean(),
  })
  .meta({ id: 'ConceptMergeUndone' })
export type ConceptMergeUndone = z.infer<typeof conceptMergeUndoneSchema>
