import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { mediaTypeFor } from './media-type-for.ts'

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
    expect(mediaTypeFor(types, 'image/png')?.technicalName).toBe('image')
    expect(mediaTypeFor(types, 'application/pdf')?.technicalName).toBe('document')
    expect(mediaTypeFor(types, 'video/mp4')?.technicalName).toBe('anything')
  })
  it('is none where no type takes it', () => {
    expect(mediaTypeFor(types.slice(1), 'video/mp4')).toBeUndefined()
  })
})
