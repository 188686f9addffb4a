import type { ContentVariation } from '@pim/contract'
import { contract } from '@pim/contract'
import { ancestorsFirst } from './ancestors-first.ts'
import { isAsWritten, type Step, stepsIn, ways } from './changes-of-others.ts'
import { type KnownItem, readVariations } from './known-items.ts'
import type { LoadContext, WholeItem } from './load-context.ts'
import { save, unlessTaken } from './load-items.ts'
import { inParallel, Progress } from './progress.ts'

export interface ItemToSettle {
  readonly item: WholeItem
  readonly known: KnownItem
}

/** Brings every item to the status that it is meant to have; where it has that already, it is left alone. */
export async function settleItems(
  context: LoadContext,
  title: string,
  items: readonly ItemToSettle[],
): Promise<{ published: number; perSecond: number }> {
  let published = 0
  const progress = new Progress(title, items.length)
  await inParallel(items, context.width, async (each) => {
    published += await settle(context, each)
    progress.step()
    context.step()
  })
  return { published, perSecond: progress.finish() }
}

interface Course {
  readonly languageCode: string
  readonly steps: readonly Step[]
  variation: ContentVariation
}

/** Answers how many variations were published. */
async function settle(context: LoadContext, { item, known }: ItemToSettle): Promise<number> {
  if (known.isDeleted || known.isTaken) return 0
  const courses = await coursesOf(context, item, known)
  let published = 0
  // All are published before the first is unpublished: a variation is judged together with what it inherits.
  for (let round = 0; courses.some(({ steps }) => round < steps.length); round++) {
    const taking = courses.filter(({ steps }) => round < steps.length)
    const away = taking.filter(({ steps }) => steps[round] !== 'publish').reverse()
    for (const course of [...taking.filter(({ steps }) => steps[round] === 'publish'), ...away]) {
      const step = course.steps[round]
      if (step === undefined) continue
      const after = await take(context, known, course.variation, step)
      if (after === undefined) return published
      course.variation = after
      if (step === 'publish') published++
    }
  }
  for (const { variation, languageCode } of courses) {
    const values = item.pending.get(languageCode)
    // Whatever came after the publish, this edit included, has made another version.
    if (values !== undefined && variation.version === variation.publishedVersion)
      await save(context, known, variation, values)
  }
  return published
}

/** None where somebody has changed the item while this run was at it: what they wrote is theirs to publish. */
async function coursesOf(context: LoadContext, item: WholeItem, known: KnownItem): Promise<Course[]> {
  // Read again: writing one variation may have changed the version of the others.
  const current = await readVariations(context.session, known.contentItemId)
  const courses = ancestorsFirst(context.variations).flatMap(([languageCode, { variationId }]): Course[] => {
    const variation = current.get(variationId)
    if (variation === undefined) return []
    const history = known.history?.get(variationId) ?? []
    const steps = ways[item.status(languageCode)].slice(stepsIn(history).length)
    return [{ languageCode, steps, variation }]
  })
  const isChanged = ({ languageCode, steps, variation }: Course) =>
    steps.length > 0 && !isAsWritten(context, item, languageCode, variation)
  return courses.some(isChanged) ? [] : courses
}

function take(context: LoadContext, known: KnownItem, { contentVariationId, version }: ContentVariation, step: Step) {
  const request = { params: { contentVariationId }, query: { baseVersion: version } }
  return unlessTaken(known, () => context.publisher.call(contract.contentVariation[step], request))
}
