import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import type { z } from 'zod'

/**
 * Everything that can be wrong with a value. `shape`: it cannot be kept at all, not even in a working copy. `rule`: it
 * can be kept, so that nobody loses what was typed, and stands in the way of publishing. Each is also a string,
 * `fieldTypes.error.<code>`, with the parameters of the issue.
 */
export const valueCodes = {
  WRONG_TYPE: 'shape',
  FORBIDDEN_CHARACTER: 'shape',
  TOO_LARGE: 'shape',
  TOO_DEEP: 'shape',
  UNKNOWN_KEY: 'shape',
  NOT_A_NUMBER: 'shape',
  NOT_A_DATE: 'shape',
  NOT_A_TIME: 'shape',
  NOT_AN_ID: 'shape',
  NOT_A_COLOR: 'shape',
  UNKNOWN_UNIT: 'shape',
  UNKNOWN_CURRENCY: 'shape',
  UNKNOWN_NODE: 'shape',
  MISPLACED_NODE: 'shape',
  FORBIDDEN_LINK: 'shape',
  DUPLICATE: 'shape',
  UNKNOWN_FIELD: 'shape',
  UNKNOWN_CONTENT_TYPE: 'shape',
  REQUIRED: 'rule',
  TOO_SHORT: 'rule',
  TOO_LONG: 'rule',
  TOO_FEW: 'rule',
  TOO_MANY: 'rule',
  TOO_SMALL: 'rule',
  TOO_BIG: 'rule',
  TOO_EARLY: 'rule',
  TOO_LATE: 'rule',
  TOO_PRECISE: 'rule',
  PATTERN: 'rule',
  WRONG_LENGTH: 'rule',
  CHECK_DIGIT: 'rule',
  NOT_A_SLUG: 'rule',
  NOT_A_URL: 'rule',
  NOT_AN_EMAIL: 'rule',
  UNKNOWN_OPTION: 'rule',
  CURRENCY_NOT_ALLOWED: 'rule',
  UNIT_NOT_ALLOWED: 'rule',
} as const satisfies Partial<Record<FieldErrorCode, 'shape' | 'rule'>>

export type ValueCode = keyof typeof valueCodes
export type IssueParams = Readonly<Record<string, string | number>>

export interface ValueIssue {
  readonly code: ValueCode
  readonly message: string
  /** Where inside the value, as `[0].amount`; empty for the value itself. */
  readonly path: string
  readonly params: IssueParams
}

export const isShapeIssue = (issue: ValueIssue): boolean => valueCodes[issue.code] === 'shape'

/** An issue on its way into a zod schema. */
export type Report = {
  readonly code: 'custom'
  readonly message: string
  readonly path?: PropertyKey[]
  readonly params: { readonly valueCode: ValueCode; readonly values: IssueParams }
  readonly continue?: boolean
}

type Refinement = { addIssue(issue: Report): void }

/** Reports from inside a zod schema, so that the code and its parameters survive the way out. */
export const report = (
  context: Refinement,
  code: ValueCode,
  message: string,
  params: IssueParams = {},
  path: PropertyKey[] = [],
): void => context.addIssue({ code: 'custom', message, path, params: { valueCode: code, values: params } })

/** The same, and the checks that come after this one are left out: what is too large costs no more than to see that. */
export const reportTooLarge = (context: Refinement, message: string, max: number): void =>
  context.addIssue({
    code: 'custom',
    message,
    params: { valueCode: 'TOO_LARGE', values: { max } },
    continue: false,
  })

/** For zod's own checks: `z.string(wrongType('a text'))`. */
export const wrongType = (expected: string) => ({ error: `is not ${expected}` })

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')

const isValueCode = (code: unknown): code is ValueCode => typeof code === 'string' && code in valueCodes

const codeOfZod = (issue: z.core.$ZodIssue): ValueCode => {
  if (issue.code === 'unrecognized_keys') return 'UNKNOWN_KEY'
  if (issue.code === 'too_big') return 'TOO_LARGE'
  return 'WRONG_TYPE'
}

export const issuesOf = (error: z.core.$ZodError): ValueIssue[] =>
  error.issues.map((issue) => {
    const path = pathText(issue.path)
    const params = issue.code === 'custom' ? (issue.params ?? {}) : {}
    return isValueCode(params.valueCode)
      ? { code: params.valueCode, message: issue.message, path, params: (params.values ?? {}) as IssueParams }
      : { code: codeOfZod(issue), message: issue.message, path, params: {} }
  })

/** What was reported outside a schema, as the schema would have told it. */
export const issuesOfReports = (reports: readonly Report[]): ValueIssue[] =>
  reports.map(({ message, path = [], params }) => ({
    code: params.valueCode,
    message,
    path: pathText(path),
    params: params.values,
  }))

/** Hands the issues of a nested value on to the schema around it. */
export const reportAll = (context: Refinement, issues: readonly ValueIssue[], at: PropertyKey[]): void => {
  for (const issue of issues) {
    const inner = issue.path === '' ? [] : pathSteps(issue.path)
    report(context, issue.code, issue.message, issue.params, [...at, ...inner])
  }
}

const pathSteps = (path: string): PropertyKey[] =>
  [...path.matchAll(/\[(\d+)\]|\.([^.[]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  )

export type ValueSchema<Value> = z.ZodType<Value>
