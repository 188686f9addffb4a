import { type Handlers, Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { MySettings as Shown } from '@pim/contract'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../locales/en-US.json'
import { MySettings } from './my-settings.tsx'

afterEach(cleanup)

const shown: Shown = {
  sections: [
    {
      section: 'orders',
      settings: [
        {
          setting: 'orders:signature',
          declared: { scope: 'person', kind: 'text', default: '', titleKey: 'orders.signature' },
          value: 'Ada',
        },
      ],
    },
  ],
  version: 3,
}

function open(server: Handlers) {
  const record = createShellRecord()
  const remote = { screens: { '/': <MySettings onClose={() => undefined} /> } }
  render(
    <TestShell
      remote={remote}
      at="/"
      strings={{ ...uiStrings, ...kitStrings, ...strings }}
      server={server}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record }
}

describe('the settings of a person', () => {
  it('are read anew where that failed, and saved over the version that was read', async () => {
    let readings = 0
    const sent: unknown[] = []
    const { user, record } = open({
      'sections.getMySettings': () => {
        readings += 1
        if (readings === 1) throw new Refusal('NOT_FOUND')
        return shown
      },
      'sections.changeMySettings': ({ body, request }) => {
        sent.push([request.headers.get('if-match'), body.settings])
        if (sent.length === 1) throw new Refusal('PRECONDITION_FAILED', { currentVersion: 4 })
        if (sent.length === 2)
          throw new Refusal('INVALID_REQUEST', {
            fieldErrors: [
              { technicalFieldName: 'body.settings.orders:signature', code: 'TOO_LONG', message: 'Too long here.' },
            ],
          })
        return { ...shown, version: 5 }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await user.type(await screen.findByRole('textbox', { name: 'orders:signature' }), '!')
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
    await save()
    await screen.findByText(/changed somewhere else/)
    await save()
    await screen.findByText('Too long here.')
    await save()
    await waitFor(() => expect(record.feedback.map(({ message }) => message)).toEqual(['Your settings are saved']))
    const settings = { 'orders:signature': 'Ada!' }
    expect(sent).toEqual([
      ['"3"', settings],
      ['"4"', settings],
      ['"4"', settings],
    ])
  })
})
