import type { ContentType, Field } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import {
  channelsTarget,
  copyTarget,
  decimalOf,
  type EditDraft,
  editOf,
  kindsFor,
  newDraft,
  offeredFields,
  translatedTarget,
} from './edit-draft.ts'

const field = (type: Field['type'], parts: Partial<Field> = {}): Field => ({
  technicalName: 'it',
  friendlyName: { 'en-US': 'It' },
  type,
  ...parts,
})
const text = field('text')
const made = (of: Field | undefined, parts: Partial<EditDraft>) =>
  editOf({ ...newDraft(0), target: 'it', ...parts }, of)
const id = '00000000-0000-7000-8000-000000000001'

describe('what can be done with a field', () => {
  it('is what its type can make of an old value', () => {
    expect(kindsFor(text)).toEqual(['set', 'clear', 'reset', 'append', 'replaceText', 'copyFrom'])
    expect(kindsFor(field('price'))).toEqual(['set', 'clear', 'reset', 'calculate', 'copyFrom'])
    expect(kindsFor(field('multiSelect', { localizable: false }))).toEqual([
      'set',
      'clear',
      'addEntries',
      'removeEntries',
    ])
  })
})

describe('an edit', () => {
  it.each([
    ['texts that are right as they are', undefined, { target: translatedTarget }, { kind: 'markTranslated' }],
    ['a value', text, { kind: 'set', value: 'red' }, { kind: 'set', technicalFieldName: 'it', value: 'red' }],
    ['emptiness', text, { kind: 'clear' }, { kind: 'clear', technicalFieldName: 'it' }],
    ['a reset', text, { kind: 'reset' }, { kind: 'reset', technicalFieldName: 'it' }],
    [
      'a text at the start',
      text,
      { kind: 'append', text: 'New: ', at: 'start' },
      { kind: 'append', technicalFieldName: 'it', text: 'New: ', at: 'start' },
    ],
    [
      'words',
      text,
      { kind: 'replaceText', find: 'red', replaceBy: '', wholeWords: true },
      { kind: 'replaceText', technicalFieldName: 'it', find: 'red', replaceBy: '', matchCase: false, wholeWords: true },
    ],
    [
      'a calculation',
      field('price'),
      { kind: 'calculate', percent: '5', ending: '0,95', currency: 'EUR' },
      {
        kind: 'calculate',
        technicalFieldName: 'it',
        percent: '5',
        round: { step: '1', ending: '0.95', direction: 'nearest' },
        currency: 'EUR',
      },
    ],
    [
      'entries',
      field('multiSelect'),
      { kind: 'removeEntries', value: ['a', 'b'] },
      { kind: 'removeEntries', technicalFieldName: 'it', values: ['a', 'b'] },
    ],
    [
      'a copy of one field',
      text,
      { kind: 'copyFrom', fromVariationId: id },
      { kind: 'copyValues', fromVariationId: id, technicalFieldNames: ['it'] },
    ],
    [
      'a copy of all',
      undefined,
      { target: copyTarget, fromVariationId: id },
      { kind: 'copyValues', fromVariationId: id },
    ],
    [
      'channels',
      undefined,
      { target: channelsTarget, channels: ['web'], takesAway: true },
      { kind: 'channels', add: [], remove: ['web'] },
    ],
  ] as const)('of %s is sent as the API has it', (_, of, parts, expected) => {
    expect(made(of, parts)).toEqual(expected)
  })

  it.each([
    ['nothing to set', text, { kind: 'set', value: '' }],
    ['a value that does not fit', field('text', { settings: { maxLength: 2 } }), { kind: 'set', value: 'long' }],
    ['nothing to find', text, { kind: 'replaceText' }],
    ['no number', field('decimal'), { kind: 'calculate', percent: 'five' }],
    ['nothing to calculate', field('decimal'), { kind: 'calculate' }],
    ['a step of nothing', field('decimal'), { kind: 'calculate', step: '0' }],
    ['a kind that the type has not', text, { kind: 'calculate', percent: '5' }],
    ['no field', undefined, { kind: 'clear' }],
    ['no channel', undefined, { target: channelsTarget }],
  ] as const)('with %s is not whole', (_, of, parts) => {
    expect(made(of, parts)).toBeUndefined()
  })

  it.each([
    ['5', '5'],
    [' +5,5 ', '5.5'],
    ['−2', '-2'],
    ['1.000,5', undefined],
    ['', undefined],
  ])('takes the number %j as %j', (typed, expected) => {
    expect(decimalOf(typed)).toBe(expected)
  })
})

it('offers a field of several types once, and says where not all have it', () => {
  const type = (technicalName: string, fields: Field[]): ContentType => ({
    technicalName,
    friendlyName: {},
    kind: 'user',
    fields,
  })
  const [camera, lens] = [type('camera', [text, field('date', { technicalName: 'since' })]), type('lens', [text])]
  expect(offeredFields([camera, lens])).toEqual([
    { field: text, onlyIn: [] },
    { field: camera.fields[1], onlyIn: [camera] },
  ])
})
