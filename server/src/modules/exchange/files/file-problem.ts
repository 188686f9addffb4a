import type { fileEndings, rowProblems } from '@pim/contract/import/file-problem-codes.ts'

export type EndingCode = (typeof fileEndings)[number]
export type FileProblemCode = EndingCode | (typeof rowProblems)[number]

export interface FileProblem {
  readonly code: FileProblemCode
  /** In English, for developers; screens have a text of their own for each code. */
  readonly message: string
  /** As a spreadsheet counts: the names of the columns stand in row 1. Of JSON lines, the line. */
  readonly row?: number
  /** From 1. */
  readonly columnNumber?: number
  readonly column?: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** The file cannot be read, or not beyond a row. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem & { readonly code: EndingCode }

  constructor(problem: FileProblem & { readonly code: EndingCode }, cause?: unknown) {
    super(problem.message, cause === undefined ? undefined : { cause })
    this.name = 'UnreadableFile'
    this.problem = problem
  }
}
