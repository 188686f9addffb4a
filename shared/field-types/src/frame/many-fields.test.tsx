import type { Field } from '@pim/contract'
import { afterEach, expect, it } from '@rstest/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { FieldEditor } from '../fields.tsx'
import { testField, World } from './testing.tsx'

afterEach(cleanup)

/** Which fields have been drawn since they were last asked for: to draw a field one has to read its name. */
const drawn = new Set<string>()

const fields = Array.from({ length: 200 }, (_, index): Field => {
  const technicalName = `field${index}`
  return {
    ...testField('text'),
    technicalName,
    get friendlyName() {
      drawn.add(technicalName)
      return { 'en-US': `Field ${index}` }
    },
  }
})

interface RowProps {
  field: Field
  value: unknown
  onSet: (name: string, value: unknown) => void
}

function Row({ field, value, onSet }: RowProps) {
  const change = useCallback((next: unknown) => onSet(field.technicalName, next), [onSet, field])
  return <FieldEditor field={field} value={value} onChange={change} languageCode="en-US" />
}

function Form() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  const set = useCallback((name: string, value: unknown) => setValues((all) => ({ ...all, [name]: value })), [])
  return fields.map((field) => (
    <Row key={field.technicalName} field={field} value={values[field.technicalName] ?? null} onSet={set} />
  ))
}

it('redraws the one field that is typed into, of two hundred', () => {
  render(
    <World>
      <Form />
    </World>,
  )
  expect(drawn.size).toBe(200)
  const input = screen.getByLabelText('Field 150')
  drawn.clear()
  fireEvent.change(input, { target: { value: 'abc' } })
  expect(input).toHaveProperty('value', 'abc')
  expect([...drawn]).toEqual(['field150'])
})
