import { afterEach, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FieldCell } from '../fields.tsx'
import { drawField, testField, World } from '../frame/testing.tsx'

afterEach(cleanup)

it('is written and shown', async () => {
  const drawn = drawField(testField('duration'))
  await userEvent.type(screen.getByRole('textbox', { name: 'The field' }), '90 min')
  expect(drawn.value()).toBe(5_400)
  render(
    <World>
      <FieldCell field={testField('duration')} value={3_725} languageCode="en-US" />
    </World>,
  )
  expect(screen.getByText('1:02:05')).toBeTruthy()
})
