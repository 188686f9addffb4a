import { changeList } from '@pim/content-kit'
import { describe, expect, it } from '@rstest/core'
import { readListState, searchInputOf, withoutFilters, writeListState } from './list-state.ts'

const read = (address: string) => readListState(new URLSearchParams(address))

describe('the list in the address', () => {
  it('is the first page of 25, newest change first, where the address says nothing', () => {
    expect(searchInputOf(read(''), [], undefined, 0)).toEqual({
      paging: { pageNumber: 1, pageSize: 25 },
      sorting: { field: 'modifiedAt', direction: 'desc' },
      filtering: {},
    })
    expect(writeListState(read('')).toString()).toBe('')
  })

  it('comes back from the address as it went in', () => {
    const address =
      'type=camera&type=lens&status=draft&concept=019a0000-0000-7000-8000-0000000000c1&by=u1&within=week&complete=half&live=differs&ready=notReady%3Aprint&translation=missing&translation=outdated&channel=print&channel=web&deleted=too&where=weight+gt+%5B2%5D&where=colour+isEmpty&variation=v1&version=published&q=kamera&sort=name%3Aasc&size=50&page=3'
    expect(writeListState(read(address)).toString()).toBe(address)
  })

  it('takes nonsense for nothing', () => {
    for (const address of [
      'page=-1',
      'page=1e9',
      'page=abc',
      'size=7',
      'sort=password:asc',
      'status=secret',
      'within=x',
      'from=2026-02-30',
      'to=yesterday',
      'concept=c1',
      'type=no%20name',
      'complete=101',
      'deleted=yes',
      'channel=No%20Channel',
      'ready=maybe',
      'translation=perhaps',
      'ready=ready:No%20Channel',
    ]) {
      expect(writeListState(read(address)).toString()).toBe('')
    }
  })

  it('starts at the first page when anything but the page changes', () => {
    const state = read('page=4')
    expect(changeList(state, { searchText: 'x' }).pageNumber).toBe(1)
    expect(changeList(state, { pageNumber: 5 }).pageNumber).toBe(5)
  })

  it('keeps variation, version and sorting when the filters are cleared', () => {
    const state = withoutFilters(
      read('q=x&type=a&where=a+isEmpty&deleted=only&from=2026-01-01&variation=v&version=published&sort=name:asc'),
    )
    expect(writeListState(state).toString()).toBe('variation=v&version=published&sort=name%3Aasc')
  })

  it('asks for whole minutes, so that looking twice is asking once', () => {
    const state = read('within=day')
    expect(searchInputOf(state, [], 'v', 120_001)).toEqual(searchInputOf(state, [], 'v', 179_999))
  })

  it('asks for days from their beginning to their end, where the person sits', () => {
    const asked = searchInputOf(read('from=2026-03-01&to=2026-03-01'), [], 'v', 0).filtering?.modifiedAt
    expect(new Date(asked?.from ?? '')).toEqual(new Date(2026, 2, 1))
    expect(new Date(asked?.to ?? '')).toEqual(new Date(2026, 2, 1, 23, 59, 59, 999))
  })

  it('asks for states of translation, and sorts by them', () => {
    const asked = searchInputOf(read('translation=outdated&translation=missing&sort=translation:asc'), [], 'v', 0)
    expect(asked.filtering).toEqual({ translation: ['missing', 'outdated'] })
    expect(asked.sorting).toEqual({ field: 'translation', direction: 'asc' })
  })

  it('asks for deleted content only where the address does, by itself or with the rest', () => {
    const asked = (address: string) => searchInputOf(read(address), [], 'v', 0)
    expect(asked('')).not.toHaveProperty('includeDeleted')
    expect(asked('deleted=too')).toMatchObject({ includeDeleted: true, filtering: {} })
    expect(asked('deleted=only')).toMatchObject({ includeDeleted: true, filtering: { isDeleted: true } })
  })
})
