import type { ContentType, Field } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { inOneGo } from './core/steps.ts'
import { behaviourOf, checkField } from './field-behaviour.ts'
import { resolveCompleteness, validateFields } from './validate-fields.ts'

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  ...more,
})

const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  fields: [
    field('title', 'text', { required: 'onPublish', settings: { maxLength: 10 } }),
    field('stock', 'integer', { required: 'onPublish' }),
    field('onSale', 'boolean', { required: 'onPublish' }),
    field('note', 'longText'),
  ],
}

describe('values that are to be published', () => {
  it('have nothing in their way when all is there and right', () => {
    expect(validateFields(product, { title: ' Camera ', stock: 0, onSale: false })).toEqual([])
  })

  it('are told of every required field without a value', () => {
    const issues = validateFields(product, { title: '  ', stock: null })
    expect(issues.map(({ technicalFieldName, code, isShape }) => [technicalFieldName, code, isShape])).toEqual([
      ['title', 'REQUIRED', false],
      ['stock', 'REQUIRED', false],
      ['onSale', 'REQUIRED', false],
    ])
  })

  it('are told apart: what may stand in a working copy, and what cannot be kept at all', () => {
    const issues = validateFields(product, { title: 'Far too long a title', stock: 'many', onSale: true })
    expect(issues).toEqual([
      expect.objectContaining({ technicalFieldName: 'title', code: 'TOO_LONG', isShape: false, params: { max: 10 } }),
      expect.objectContaining({ technicalFieldName: 'stock', code: 'WRONG_TYPE', isShape: true }),
    ])
  })

  it('may not have a field that the type has not', () => {
    const issues = validateFields(product, { title: 'a', stock: 1, onSale: true, price: 5 })
    expect(issues).toEqual([
      expect.objectContaining({ technicalFieldName: 'price', code: 'UNKNOWN_FIELD', isShape: true }),
    ])
  })
})

describe('completeness', () => {
  it('is the share of required fields that have a value, and 100 only when all have one', () => {
    expect(resolveCompleteness(product, {})).toBe(0)
    expect(resolveCompleteness(product, { title: 'x' })).toBe(33)
    expect(resolveCompleteness(product, { title: 'x', stock: 0 })).toBe(66)
    expect(resolveCompleteness(product, { title: 'x', stock: 0, onSale: false, note: 'y' })).toBe(100)
  })

  it('is 100 where nothing is required', () => {
    expect(resolveCompleteness({ ...product, fields: [field('note', 'longText')] }, {})).toBe(100)
  })
})

describe('a field of a content type', () => {
  it('can be unique only where its type can', () => {
    expect(checkField(field('sku', 'identifier', { unique: 'tenant' }))).toEqual([])
    expect(checkField(field('body', 'richText', { unique: 'tenant' }))).toEqual([
      expect.objectContaining({ path: '.unique' }),
    ])
  })

  it('needs a default that it would take itself', () => {
    expect(checkField(field('stock', 'integer', { defaultValue: 5 }))).toEqual([])
    expect(checkField(field('stock', 'integer', { defaultValue: 'five' }))).toEqual([
      expect.objectContaining({ path: '.defaultValue' }),
    ])
  })

  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty'])('may not be called %s', (name) => {
    expect(checkField(field(name, 'text'))).toEqual([expect.objectContaining({ path: '.technicalName' })])
  })

  it('goes on working when its settings are of a newer time', () => {
    expect(behaviourOf(field('title', 'text', { settings: { sparkle: true } })).read(' x ')).toEqual({
      value: 'x',
      issues: [],
    })
  })
})

describe('a filter from the address line', () => {
  const read = (type: Field['type'], texts: string[], settings = {}) =>
    inOneGo(behaviourOf(field('it', type, { settings })).filterByTextsInSteps(texts))

  it('is any of the texts, read by the field', () => {
    expect(read('integer', ['5', '7'])).toEqual({
      comparison: { column: 'number', operator: 'in', values: ['5', '7'], negated: false },
    })
    expect(read('boolean', ['true'])).toEqual({
      comparison: { column: 'text', operator: 'in', values: ['true'], negated: false },
    })
    expect(read('multiSelect', ['red', 'blue'], { options: [{ code: 'red' }] })).toEqual({
      comparison: { column: 'text', operator: 'in', values: ['red', 'blue'], negated: false },
    })
    expect(read('price', ['5 EUR'])).toEqual({
      comparison: { column: 'number', operator: 'eq', values: ['5'], qualifier: 'EUR', negated: false },
    })
  })

  it('is refused where the field cannot be asked that way, or not with that', () => {
    expect(read('richText', ['x'])).toEqual({ issues: [expect.anything()] })
    expect(read('integer', ['many'])).toEqual({ issues: [expect.anything()] })
    expect(read('price', ['5 EUR', '6 EUR'])).toEqual({ issues: [expect.anything()] })
  })
})
