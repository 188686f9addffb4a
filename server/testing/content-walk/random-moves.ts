import fc from 'fast-check'
import { type Place, type Places, parents, type Step, type Where } from './reference-model.ts'

/** A random move on an item. There are few values and fields, so that conflicts are frequent. */
export type Move =
  | { kind: 'edit'; where: Where; set: Places; reset: Place[]; back: number | null }
  | { kind: 'step'; where: Where; step: Step }
  | { kind: 'rename'; name: string }

const where = fc.constantFrom(...(Object.keys(parents) as Where[]))
const someText = fc.constantFrom('a', 'b', null)
export const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      where,
      set: fc.record(
        {
          title: someText,
          note: someText,
          weight: fc.constantFrom(1, 2, null),
          $targets: fc.subarray(['print', 'web']),
        },
        { requiredKeys: [] },
      ),
      reset: fc.subarray(['title', 'note', 'tone'] as Place[], { maxLength: 1 }),
      back: fc.option(fc.nat(4)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      where,
      step: fc.constantFrom<Step>('publish', 'publish', 'unpublish', 'draft', 'archive', 'discard'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('n', 'm') }) },
)
