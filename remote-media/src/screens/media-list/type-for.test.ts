import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { typeFor } from './media-list.api.ts'

const type = (technicalName: string, mimeTypes?: string[]): ContentType => ({
  technicalName,
  friendlyName: {},
  kind: 'media',
  fields: [
    { technicalName: 'file', friendlyName: {}, type: 'binary', ...(mimeTypes ? { settings: { mimeTypes } } : {}) },
  ],
})

describe('the media type of an uploaded file', () => {
  const types = [type('anything'), type('image', ['image/*']), type('document', ['application/pdf'])]
  it('is the one that names its kind, before one that takes any', () => {
    expect(typeFor(types, { mimeType: 'image/png' })?.technicalName).toBe('image')
    expect(typeFor(types, { mimeType: 'application/pdf' })?.technicalName).toBe('document')
    expect(typeFor(types, { mimeType: 'video/mp4' })?.technicalName).toBe('anything')
  })
  it('is none where no type takes it', () => {
    expect(typeFor(types.slice(1), { mimeType: 'video/mp4' })).toBeUndefined()
  })
})
