import { describe, expect, it } from '@rstest/core'
import { calculated } from './calculate.ts'

const by = (more: object) => ({ kind: 'calculate', technicalFieldName: 'it', ...more }) as const
const ending = (step: string, end: string, direction: 'nearest' | 'up' | 'down' = 'nearest') => ({
  round: { step, ending: end, direction },
})

describe('an exact calculation', () => {
  it.each([
    ['0.1', by({ add: '0.2' }), '0.3'],
    [19.99, by({ percent: '5' }), 20.9895],
    ['19.90', by({ add: '1' }), '20.90'],
    ['0.1234567890123456789', by({ percent: '10' }), '0.13580246791358024679'],
    [100, by({ percent: '-12.5' }), 87.5],
    ['-3', by({ percent: '50' }), '-4.5'],
    ['10', by({ percent: '10', add: '-1' }), '10'],
    ['no number', by({ add: '1' }), 'no number'],
  ])('of %s by %o is %s', (value, edit, expected) => {
    expect(calculated(value, edit)).toBe(expected)
  })

  it.each([
    ['20.49', ending('1', '0.95'), '20.95'],
    ['20.44', ending('1', '0.95'), '19.95'],
    ['20.45', ending('1', '0.95'), '20.95'],
    ['20.96', ending('1', '0.95', 'up'), '21.95'],
    ['20.94', ending('1', '0.95', 'down'), '19.95'],
    ['12.345', ending('0.01', '0'), '12.350'],
    ['-12.5', ending('1', '0'), '-13.0'],
    ['-12.5', ending('1', '0', 'up'), '-12.0'],
    [17, ending('10', '9'), 19],
  ])('rounds %s with %o to %s', (value, edit, expected) => {
    expect(calculated(value, by(edit))).toBe(expected)
  })

  it('rounds whole numbers where nothing else is said', () => {
    expect(calculated(10, by({ percent: '5' }), { step: '1', ending: '0', direction: 'nearest' })).toBe(11)
  })
})
