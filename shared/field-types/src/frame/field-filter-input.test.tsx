import type { Field, FilterOperator } from '@pim/contract'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { operatorMeanings } from '../core/filter.ts'
import { inOneGo } from '../core/steps.ts'
import { behaviourOf } from '../field-behaviour.ts'
import { FieldFilterInput } from '../fields.tsx'
import { fixtures } from '../fixtures.gen.ts'
import { testField, World } from './testing.tsx'

afterEach(cleanup)

function draw(field: Field, operator: FilterOperator, initial: unknown[] = []) {
  let latest = initial
  function Filter() {
    const [operands, setOperands] = useState(initial)
    latest = operands
    return (
      <FieldFilterInput
        field={field}
        operator={operator}
        operands={operands}
        onChange={setOperands}
        languageCode="en-US"
      />
    )
  }
  render(
    <World>
      <Filter />
    </World>,
  )
  return () => latest
}

describe('what a field is compared with', () => {
  const user = userEvent.setup({ delay: null })

  it('is nothing for an operator that asks for nothing', () => {
    draw(testField('text'), 'isEmpty')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('is one value', async () => {
    const operands = draw(testField('text'), 'contains')
    await user.type(screen.getByRole('textbox', { name: 'The field, Value' }), 'EOS')
    expect(operands()).toEqual(['EOS'])
  })

  it('is two values, from and to', async () => {
    const operands = draw(testField('integer'), 'between')
    await user.type(screen.getByRole('textbox', { name: 'The field, To' }), '5')
    await user.type(screen.getByRole('textbox', { name: 'The field, From' }), '1')
    expect(operands()).toEqual([1, 5])
  })

  it('is as many values as one likes', async () => {
    const operands = draw(testField('text'), 'in')
    await user.type(screen.getByRole('textbox', { name: 'The field, Value 1' }), 'a')
    await user.click(screen.getByRole('button', { name: 'Add a value' }))
    await user.type(screen.getByRole('textbox', { name: 'The field, Value 2' }), 'b')
    expect(operands()).toEqual(['a', 'b'])
    await user.click(screen.getByRole('button', { name: 'Remove value 1' }))
    expect(operands()).toEqual(['b'])
  })

  it('is an amount in a currency', async () => {
    const field = testField('price', { settings: { currencies: ['EUR', 'USD'] } })
    const operands = draw(field, 'gt')
    await user.type(screen.getByRole('textbox', { name: 'The field, Value' }), '9.5')
    expect(operands()).toEqual([{ amount: '9.5', currency: 'EUR' }])
    expect(inOneGo(behaviourOf(field).filterInSteps({ operator: 'gt', values: operands() }))).toHaveProperty(
      'comparison',
    )
  })
})

describe.each(Object.values(fixtures).map((room) => [room.type, room] as const))('the filter of %s', (type, room) => {
  const field = testField(type, { settings: { ...room.settings.default } })
  const cases = room.filters
    .filter(({ settings = 'default' }) => settings === 'default')
    .flatMap((filter) => filter.cases)
  it.each(behaviourOf(field).operators.map((operator) => [operator]))('draws %s', (operator) => {
    const filled = cases.find((each) => each.operator === operator)
    const operands = filled?.values ?? (filled?.value === undefined ? [] : [filled.value])
    draw(field, operator, [...operands])
    const asksForNothing = operatorMeanings[operator].operands === 'none'
    expect(document.querySelector('input, button, textarea') === null).toBe(asksForNothing)
  })
})
