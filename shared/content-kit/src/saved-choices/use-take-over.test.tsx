import { usePreference } from '@pim/shell'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import { afterEach, expect, it } from '@rstest/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../locales/en-US.json'
import { savedChoicesServer } from '../testing/index.ts'
import { useTakeOver } from './use-take-over.ts'

afterEach(cleanup)

interface Kept {
  readonly name: string
  readonly address: string
}

function Taker() {
  const [kept] = usePreference<readonly Kept[]>('list.views', [])
  useTakeOver<Kept>('list.views', ({ name, address }) => ({
    kind: 'contentView',
    name,
    isShared: false,
    content: { address },
  }))
  return <p>{kept.length} in this browser</p>
}

/** A browser that has kept two views, and then opens the list. */
function Browser() {
  const [kept, keep] = usePreference<readonly Kept[]>('list.views', [])
  const two = [
    { name: 'Drafts', address: 'status=draft' },
    { name: 'Refused', address: 'q=x' },
  ]
  return kept.length > 0 ? (
    <Taker />
  ) : (
    <button type="button" onClick={() => keep(two)}>
      Keep
    </button>
  )
}

it('saves on the server what a browser had kept, under a free name, and leaves there what the server refuses', async () => {
  const there = { kind: 'contentView' as const, name: 'Drafts', isShared: false, content: { address: 'q=other' } }
  const saved = savedChoicesServer([there], 'Refused')
  const record = createShellRecord()
  render(
    <TestShell
      remote={{ screens: { '/': <Browser /> } }}
      at="/"
      strings={strings}
      server={saved.handlers}
      record={record}
    />,
  )
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Keep' }))
  await screen.findByText('1 in this browser')
  expect(saved.names()).toEqual(['Drafts', 'Drafts (2)'])
  await waitFor(() => expect(record.feedback).toHaveLength(2))
  expect(record.feedback.map(({ message }) => message)).toEqual([
    'What this browser had kept is saved on the server now, for you in every browser: Drafts (2)',
    expect.stringContaining('still kept in this browser alone, as they could not be saved on the server: Refused'),
  ])
})
