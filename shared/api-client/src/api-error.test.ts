import type { Problem } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { ApiError, errorPageOf, type FailureKind } from './api-error.ts'

describe('the error page of a failed request', () => {
  it.each([
    [404, '/not-found'],
    [400, '/bad-request'],
    [403, '/forbidden'],
    [500, '/server-error'],
    [409, '/server-error'],
    [401, '/server-error'],
    ['FETCH_ERROR', '/server-error'],
    ['TIMEOUT_ERROR', '/server-error'],
    ['PARSING_ERROR', '/server-error'],
  ] satisfies [FailureKind, string][])('of %s is %s', (kind, page) => {
    expect(errorPageOf(new ApiError(kind, 'contentItem.getItem'))).toBe(page)
  })

  it('of a used up quota of calls says so, and that of too many calls at once does not', () => {
    const pageOf = (code: Problem['code']) =>
      errorPageOf(
        new ApiError(429, 'contentItem.getItem', { problem: { code, message: '', status: 429, traceId: '' } }),
      )
    expect(pageOf('CALL_QUOTA_REACHED')).toBe('/quota-reached')
    expect(pageOf('RATE_LIMITED')).toBe('/server-error')
  })

  it('of an error that is no failed request is /server-error', () => {
    expect(errorPageOf(new TypeError('bug'))).toBe('/server-error')
  })
})
