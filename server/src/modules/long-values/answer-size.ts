import { Problem } from '../../core/problem.ts'

/** Characters of the long values of one answer, which is put together in memory. */
export const maxAnswerLength = 64_000_000

/** Throws ANSWER_TOO_LARGE before anything is read. `sizes`: those of the long values, once for each place. */
export function refuseTooLarge(sizes: Iterable<number>): void {
  let sum = 0
  for (const size of sizes) sum += size
  if (sum > maxAnswerLength) throw new Problem('ANSWER_TOO_LARGE')
}
