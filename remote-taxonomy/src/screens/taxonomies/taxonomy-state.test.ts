import { describe, expect, it } from '@rstest/core'
import { actionOf, columnOf, outOf, readTaxonomyState, writeTaxonomyState } from './taxonomy-state.ts'

const read = (address: string) => readTaxonomyState(new URLSearchParams(address))

describe('the taxonomy screen in the address', () => {
  it('adds a taxonomy where nothing is selected', () => {
    expect(actionOf(read(''))).toBe('add-taxonomy')
  })

  it('edits what is selected where the link names no action', () => {
    expect(actionOf(read('taxonomy=t1'))).toBe('edit-taxonomy')
    expect(actionOf(read('taxonomy=t1&concept=c1'))).toBe('edit-concept')
    expect(actionOf(read('taxonomy=t1&concept=c1&action=add-concept'))).toBe('add-concept')
  })

  it('comes back from the address as it went in', () => {
    const address = 'taxonomy=t1&concept=c1&action=add-concept&edited=c2&q=tents'
    expect(writeTaxonomyState(read(address)).toString()).toBe(address)
  })

  it('takes no notice of an action that what is selected cannot have', () => {
    expect(read('action=add-concept').askedAction).toBeUndefined()
    expect(read('taxonomy=t1&action=edit-concept').askedAction).toBeUndefined()
    expect(read('concept=c1').selectedConcept).toBeUndefined()
  })

  it('shows on a narrow screen the innermost column, and leads out of it one by one', () => {
    const inner = read('taxonomy=t1&concept=c1')
    expect(columnOf(inner)).toBe('details')
    expect(columnOf(outOf(inner))).toBe('tree')
    expect(columnOf(outOf(outOf(inner)))).toBe('taxonomies')
    expect(columnOf(outOf(read('action=add-taxonomy')))).toBe('taxonomies')
  })
})
