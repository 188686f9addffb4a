import { describe, expect, it } from '@rstest/core'
import { mediaSearchOf, readMediaState, withoutFilters, writeMediaState } from './media-state.ts'

const read = (address: string) => readMediaState(new URLSearchParams(address))

describe('the media list in the address', () => {
  it('is the newest 25 as tiles where the address says nothing', () => {
    expect(read('').view).toBe('grid')
    expect(mediaSearchOf(read(''), 'v1')).toEqual({
      paging: { pageNumber: 1, pageSize: 25 },
      sorting: { field: 'modifiedAt', direction: 'desc' },
      variationId: 'v1',
      filtering: {},
    })
  })

  it('comes back from the address as it went in', () => {
    const address =
      'status=published&kind=picture&view=list&variation=v1&version=published&q=kaffe&sort=name%3Aasc&page=2&item=i1'
    expect(writeMediaState(read(address)).toString()).toBe(address)
  })

  it('asks for every media type that a kind stands for', () => {
    expect(mediaSearchOf(read('kind=video'), undefined).filtering?.mimeTypes).toEqual([
      'video/mp4',
      'video/webm',
      'video/quicktime',
    ])
  })

  it('asks for files without an alternative text, of the types that have one', () => {
    const state = read('altText=missing&view=texts')
    expect(writeMediaState(state).toString()).toBe('altText=missing&view=texts')
    expect(mediaSearchOf(state, 'v1', { field: 'altText', contentTypes: ['image'] }).filtering).toEqual({
      contentTypeTechnicalNames: ['image'],
      fields: [{ technicalFieldName: 'altText', operator: 'isEmpty' }],
    })
    expect(writeMediaState(withoutFilters(state)).toString()).toBe('view=texts')
  })

  it('keeps the view and the open item when filters are cleared', () => {
    expect(writeMediaState(withoutFilters(read('q=x&kind=audio&view=list&item=i1'))).toString()).toBe(
      'view=list&item=i1',
    )
  })
})
