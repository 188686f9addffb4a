import { describe, expect, it } from '@rstest/core'
import { readListState, writeListState } from '../list-state.ts'
import { isView, openView, ownViews, viewAddress } from './list-views.ts'

const at = (address: string) => readListState(new URLSearchParams(address))

describe('a view of the list', () => {
  it('is recognised whatever page, page size and variation one is at, and in whatever order its address is written', () => {
    expect(isView(at('by=u1&status=draft&page=3&size=100&variation=v'), 'status=draft&by=u1')).toBe(true)
    expect(isView(at('by=u1&status=draft&q=kamera'), 'status=draft&by=u1')).toBe(false)
  })

  it('keeps what is looked at and how it is sorted', () => {
    expect(viewAddress(at('q=x&where=weight+isEmpty&sort=name:asc&page=2&size=50&variation=v'))).toBe(
      'where=weight+isEmpty&q=x&sort=name%3Aasc',
    )
  })

  it('opens on its first page, in the variation and with the rows that one has', () => {
    const opened = openView(at('q=x&page=7&size=50&variation=v'), 'live=differs')
    expect(writeListState(opened).toString()).toBe('live=differs&variation=v&size=50')
  })

  it('of what is deleted is there for those who may see it', () => {
    const ids = (mayDeleted: boolean) => ownViews('u1', mayDeleted).map(({ id }) => id)
    expect(ids(true)).toContain('deleted')
    expect(ids(false)).not.toContain('deleted')
  })

  it('says nothing that the list does not understand', () => {
    for (const { address } of ownViews('u1', true)) expect(writeListState(at(address)).toString()).toBe(address)
  })
})
