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

  it('of an error that is no failed request is /server-error', () => {
    expect(errorPageOf(new TypeError('bug'))).toBe('/server-error')
  })
})
