import { type FieldErrorCode, isFieldErrorCode } from '@pim/contract/core/field-errors.ts'
import type { FieldError } from '@pim/contract/core/problem.ts'
import type { Steps } from '@pim/field-types/steps'
import { z } from 'zod'
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

/** Entries of a list that are validated one by one; fewer take a few milliseconds at most. */
const longList = 50

/** The same in steps, where the value has a list of many entries, as the body of a batch does. */
export function* validateInSteps<S extends z.ZodType>(schema: S, value: unknown, slot: string): Steps<z.output<S>> {
  const lists = longListsIn(schema, value)
  if (!(schema instanceof z.ZodObject) || lists.length === 0) return validate(schema, value, slot)
  const parts: Record<string, unknown[]> = {}
  const issues: Issue[] = []
  const rest = withoutEntries(schema, lists).safeParse(value)
  if (!rest.success) issues.push(...rest.error.issues)
  for (const { name, list, entries } of lists) {
    // Of a list that is too long, that is all there is to say.
    if (issues.some(({ path }) => path.length === 1 && path[0] === name)) continue
    const read: unknown[] = []
    for (const [at, entry] of entries.entries()) {
      const result = list.element.safeParse(entry)
      if (result.success) read.push(result.data)
      else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, at, ...issue.path] })))
      if (issues.length > maxFieldErrors) break
      yield
    }
    parts[name] = read
  }
  if (issues.length > 0) throw invalidRequest(toFieldErrors(issues, slot, value))
  return Object.assign(rest.data ?? {}, parts) as z.output<S>
}

interface LongList {
  readonly name: string
  readonly list: z.ZodArray<z.ZodType>
  readonly entries: readonly unknown[]
}

function longListsIn(schema: z.ZodType, value: unknown): LongList[] {
  if (!(schema instanceof z.ZodObject) || schema.def.checks?.length || typeof value !== 'object' || value === null)
    return []
  return Object.entries(value).flatMap(([name, entries]: [string, unknown]) => {
    const member: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    const list = member instanceof z.ZodOptional ? member.unwrap() : member
    if (!(list instanceof z.ZodArray) || !Array.isArray(entries) || entries.length <= longList) return []
    return [{ name, list: list as z.ZodArray<z.ZodType>, entries }]
  })
}

/** The same schema, which takes anything as an entry of these lists; how many there may be still holds. */
const withoutEntries = (schema: z.ZodObject, lists: readonly LongList[]): z.ZodType =>
  schema.extend(
    Object.fromEntries(lists.map(({ name, list }) => [name, new z.ZodArray({ ...list.def, element: z.unknown() })])),
  )

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
