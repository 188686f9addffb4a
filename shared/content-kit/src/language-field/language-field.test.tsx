import { TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import kitStrings from '../../locales/en-US.json'
import { LanguageField } from './language-field.tsx'

afterEach(cleanup)

function Form() {
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Draw anew
      </button>
      <LanguageField label="Language" value="en-US" onChange={() => undefined} helperText={String(count)} />
    </>
  )
}

it('keeps what is typed when its form is drawn anew meanwhile', async () => {
  const user = userEvent.setup()
  render(
    <TestShell remote={{ screens: { '/': <Form /> } }} at="/" strings={{ ...uiStrings, ...kitStrings }} server={{}} />,
  )
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: /Language/ })
  await user.clear(input)
  await user.type(input, 'svenska sv')
  // As whatever else of the page changes: the focus stays where it is.
  screen.getByRole('button', { name: 'Draw anew' }).click()
  await screen.findByText('1')
  await user.type(input, 'erige', { skipClick: true })
  expect(input.value).toBe('svenska sverige')
})
