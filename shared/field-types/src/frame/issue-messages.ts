import type { Field, FieldError } from '@pim/contract'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldIssue, validateField } from '../validate-fields.ts'

type Translate = ReturnType<typeof useTranslation>['t']

const isIssue = (error: FieldError): error is FieldIssue => 'path' in error

/** The room's own words, else the words of the code, else those that the client gave to the server's error. */
export const issueMessage = (t: Translate, field: Field, error: FieldError): string => {
  const keys = [`fieldTypes.${field.type}.error.${error.code}`, `fieldTypes.error.${error.code}`]
  const message = String(t(keys, { ...error.params, defaultValue: error.message }))
  const place = isIssue(error) ? placeOf(error.path) : ''
  return place === '' ? message : t('fieldTypes.error.inPlace', { place, message })
}

/** `[0].amount` is the first; what it is of there is plain from the message. */
const placeOf = (path: string): string => {
  const [, index] = /^\[(\d+)\]/.exec(path) ?? []
  return index === undefined ? '' : String(Number(index) + 1)
}

interface Question {
  readonly field: Field
  readonly value: unknown
  readonly errors: readonly FieldError[]
  /** What is wrong inside of the value is shown in there. */
  readonly showsInnerIssues: boolean
  readonly isInherited: boolean
}

/**
 * What to say under a field: what the server said, and what the field's own rules say of what is being typed. That
 * something is missing is not said to someone who has not yet been there: whoever draws the field hands that in.
 */
export function useIssueMessages({ field, value, errors, showsInnerIssues, isInherited }: Question): string[] {
  const { t } = useTranslation()
  const settled = useDeferredValue(value)
  return useMemo(() => {
    const own = isInherited ? [] : validateField(field, settled).filter((issue) => issue.code !== 'REQUIRED')
    const shown = own.filter((issue) => !showsInnerIssues || issue.path === '')
    const known = new Set(own.map((issue) => issue.code as string))
    const others = errors.filter((error) => !known.has(error.code))
    return [...new Set([...shown, ...others].map((error) => issueMessage(t, field, error)))]
  }, [t, field, settled, errors, showsInnerIssues, isInherited])
}
