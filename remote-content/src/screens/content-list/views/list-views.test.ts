import { describe, expect, it } from '@rstest/core'
import { readListState, writeListState } from '../../../parts/item-list/list-state.ts'
import { isView, ownViews, viewAddress } from './list-views.ts'
import { missingOf, openView, withoutGoneTypes } from './opened-view.ts'

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

  it('says which types, channels and columns it names that are not there any more', () => {
    const camera = {
      technicalName: 'camera',
      friendlyName: {},
      kind: 'user' as const,
      fields: [{ technicalName: 'colour', friendlyName: {}, type: 'text' as const }],
    }
    const view = {
      address: 'type=camera&type=phone&channel=web&ready=ready%3Aprint',
      columns: ['name', 'old', 'field:colour', 'field:weight'],
    }
    const known = { types: [camera], channels: ['web'], columnIds: ['name', 'field:colour'] }
    expect(missingOf(view, known)).toEqual(['phone', 'print', 'old', 'weight'])
    expect(withoutGoneTypes(at(view.address), [camera]).types).toEqual(['camera'])
  })

  it('says nothing that the list does not understand', () => {
    for (const { address } of ownViews('u1', true)) expect(writeListState(at(address)).toString()).toBe(address)
  })
})
