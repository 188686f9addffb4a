import { ApiError } from '@pim/api-client'
import { useApiMutation } from '@pim/api-client/react'
import { Refusal } from '@pim/api-client/testing'
import { type QuotaName, type QuotaUse, quotaNames, type Role } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import { TestShell } from '@pim/shell/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import strings from '../locales/en-US.json'
import { useProblemText } from './problem-text.ts'
import { useQuotaWarning } from './quotas.ts'

configure({ asyncUtilTimeout: 20_000 })

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

/** Two parts of a screen that ask at once, and the words of a refusal. */
function Asking({ quotas }: { quotas: readonly QuotaName[] }) {
  const warning = useQuotaWarning(quotas)
  return <p>{warning ? `${warning.isReached} ${warning.to} ${warning.text}` : 'nothing'}</p>
}

function Refused() {
  const text = useProblemText()
  const { mutate, error } = useApiMutation('contentItem.createItem', { failureGoesTo: 'screen' })
  return (
    <button type="button" onClick={() => mutate({ query: { name: 'x', technicalContentTypeName: 'camera' } })}>
      {error instanceof ApiError ? text(error.problem) : 'create'}
    </button>
  )
}

function open(parts: Partial<Record<QuotaName, Partial<QuotaUse>>>, role: Role = 'admin') {
  let asked = 0
  const quotas = quotaNames.map((quota): QuotaUse => ({ quota, limit: 100, used: 10, state: 'free', ...parts[quota] }))
  const element = (
    <>
      <Asking quotas={['items']} />
      <Asking quotas={['files', 'storageBytes']} />
      <Refused />
    </>
  )
  render(
    <TestShell
      remote={{ screens: { '/': element } }}
      at="/"
      strings={{ ...shellStrings, ...strings }}
      role={role}
      server={{
        'quotas.getUsage': () => {
          asked++
          return { quotas, nextDayAt: '2026-01-01T00:00:00Z' }
        },
        'contentItem.createItem': () => {
          throw new Refusal('QUOTA_REACHED', {
            quota: { quota: 'items', limit: 20_000, used: 20_000, asked: 1 },
          })
        },
      }}
    />,
  )
  return () => asked
}
const said = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent)

describe('a quota that is nearly reached', () => {
  it('is told where it matters, for one question of the whole screen', async () => {
    const asked = open({
      items: { used: 85, state: 'near' },
      storageBytes: { used: 2_000_000_000, limit: 2_000_000_000, state: 'reached' },
      apiKeys: { used: 100, state: 'reached' },
    })
    await waitFor(() =>
      expect(said()).toEqual([
        'false /settings/usage Nearly used up: items, 85 of 100.',
        'true /settings/usage Used up: room for files, 2 GB of 2 GB.',
      ]),
    )
    expect(asked()).toBe(1)
  })

  it('is neither asked for nor told to whoever cannot change it', async () => {
    const asked = open({ items: { used: 85, state: 'near' } }, 'publisher')
    screen.getByRole('button').click()
    await screen.findByText(/Ask an administrator of your tenant to make room/)
    expect(said()).toEqual(['nothing', 'nothing'])
    expect(asked()).toBe(0)
  })
})

describe('a call that passes a quota', () => {
  it('says which, and what to do', async () => {
    open({})
    screen.getByRole('button').click()
    await screen.findByText(
      'The limit of this tenant is reached: items, 20,000 of 20,000 used. Nothing was added. Erase what is not needed any more, or ask whoever runs this installation for more.',
    )
  })
})
