import { z } from 'zod'
import { reportTooLarge, wrongType } from './issue.ts'

/** A list whose entries are looked at only where there are no more than `longest` of them. */
export const shortList = <Entry extends z.ZodType>(
  entry: Entry,
  longest: number,
  { expected, tooMany }: { readonly expected: string; readonly tooMany: string },
) =>
  z
    .array(z.unknown(), wrongType(expected))
    .superRefine((entries, context) => {
      if (entries.length > longest) reportTooLarge(context, tooMany, longest)
    })
    .pipe(z.array(entry))
