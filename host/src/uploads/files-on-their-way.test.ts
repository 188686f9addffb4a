import type { HttpRequest } from '@pim/api-client/send'
import { expect, it } from '@rstest/core'
import { filesOnTheirWay } from './files-on-their-way.ts'

const request = (body: HttpRequest['body']): HttpRequest => ({
  method: 'PUT',
  url: '/api/import-files/1/parts/1',
  headers: {},
  body,
  needsToken: true,
})
const options = { signal: new AbortController().signal }

it('a file is on its way until it has come or failed, and a text is none', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  const { send, isUploading } = filesOnTheirWay(() => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  const text = send(request('{}'), options)
  expect(isUploading()).toBe(false)
  const files = [1, 2].map(() => send(request({ file: new Blob(['x']), fileName: 'rows.csv' }), options))
  answers[1]?.resolve(new Response())
  await files[0]
  expect(isUploading()).toBe(true)
  answers[2]?.reject(new TypeError('Failed to fetch'))
  await expect(files[1]).rejects.toThrow('Failed to fetch')
  expect(isUploading()).toBe(false)
  answers[0]?.resolve(new Response())
  await text
})
