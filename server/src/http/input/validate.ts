import { type FieldErrorCode, isFieldErrorCode } from '@pim/contract/core/field-errors.ts'
import type { FieldError } from '@pim/contract/core/problem.ts'
import type { z } from 'zod'
import { invalidRequest } from '../../core/problem.ts'
import { placeOf } from './place.ts'

type Issue = z.core.$ZodIssue

/** A response that lists thousands of errors helps nobody and is expensive for both sides. */
const maxFieldErrors = 50

const codes: Record<string, FieldErrorCode> = {
  invalid_type: 'INVALID_TYPE',
  too_big: 'TOO_BIG',
  too_small: 'TOO_SMALL',
  invalid_format: 'INVALID_FORMAT',
  not_multiple_of: 'INVALID_VALUE',
  invalid_value: 'INVALID_VALUE',
  invalid_union: 'INVALID_VALUE',
  invalid_key: 'INVALID_KEY',
  invalid_element: 'INVALID_VALUE',
}

/**
 * The parsed value, or 400 with one field error for each issue. `slot` is the part of the request: `query`, `body` …
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, slot: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidRequest(toFieldErrors(result.error.issues, slot, value))
}

export function toFieldErrors(issues: readonly Issue[], slot: string, value: unknown): FieldError[] {
  return issues.flatMap((issue) => describe(issue, slot, [], value)).slice(0, maxFieldErrors)
}

function describe(issue: Issue, slot: string, above: readonly PropertyKey[], root: unknown): FieldError[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxFieldErrors).map((key) => ({
      technicalFieldName: placeOf(slot, [...path, key]),
      code: 'UNKNOWN_KEY',
      message: 'is not part of this call',
    }))
  }
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors)
    if (branch !== undefined) return branch.flatMap((inner) => describe(inner, slot, path, root))
  }
  const missing = issue.code === 'invalid_type' && valueAt(root, path) === undefined
  const own = issue.code === 'custom' && isFieldErrorCode(issue.params?.code) ? issue.params.code : undefined
  return [
    {
      technicalFieldName: placeOf(slot, path),
      code: missing ? 'REQUIRED' : (own ?? codes[issue.code] ?? 'INVALID_VALUE'),
      message: missing ? 'is required' : issue.message,
      ...paramsOf(issue),
    },
  ]
}

/** The limit that was passed, for the words of the screens. */
function paramsOf(issue: Issue): Pick<FieldError, 'params'> {
  if (issue.code === 'too_big') return { params: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small') return { params: { min: Number(issue.minimum) } }
  return {}
}

/** The branch of a union that the caller most likely meant: the one whose first error lies deepest. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  let best: readonly Issue[] | undefined
  let reach = 0
  for (const branch of branches) {
    const depth = Math.max(0, ...branch.map((issue) => issue.path.length))
    if (depth > reach) {
      best = branch
      reach = depth
    }
  }
  return best
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  )
}
