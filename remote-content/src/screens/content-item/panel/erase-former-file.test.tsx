import { Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { Binary, Role } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import { TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import strings from '../../../../locales/en-US.json'
import { EraseFormerFile } from './erase-former-file.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const binaryId = '00000000-0000-7000-8000-000000000001'
const otherId = '00000000-0000-7000-8000-000000000002'
const file: Binary = {
  binaryId,
  fileName: 'with-a-face.jpg',
  mimeType: 'image/jpeg',
  byteSize: 2_000_000,
  sha256: '',
  rendition: { state: 'ready' },
  createdAt: '2026-01-01T00:00:00Z',
  usedBy: [],
}

/** The parts are those of the first file; one may stand after it. */
function open(parts: Partial<Binary> = {}, role: Role = 'admin', second: ReactNode = null) {
  let isGone = false
  render(
    <TestShell
      remote={{
        screens: {
          '/': (
            <>
              <EraseFormerFile binaryId={binaryId} />
              {second}
            </>
          ),
        },
      }}
      at="/"
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      role={role}
      server={{
        'binary.getBinary': ({ params }) => {
          if (isGone) throw new Refusal('NOT_FOUND')
          return params.binaryId === binaryId ? { ...file, ...parts } : { ...file, ...params }
        },
        'binary.eraseBinary': () => {
          isGone = true
          return { removed: { files: 1, storedFiles: 3 }, jobId: binaryId, status: 'done' }
        },
      }}
    />,
  )
  return userEvent.setup()
}
const opener = { name: 'Erase this file for good' }

describe('the file of an earlier version', () => {
  it('is erased alone, and is then said to be erased', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', opener))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('with-a-face.jpg')).toBeTruthy()
    expect(dialog.getByText('2 MB')).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    await user.click(report.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('This file is erased')).toBeTruthy()
  })

  it('is kept while something shows it', async () => {
    const usedBy = [{ contentItemId: binaryId, name: 'Camera' }]
    open({ usedBy }, 'admin', <EraseFormerFile binaryId={otherId} />)
    expect(await screen.findAllByRole('button', opener)).toHaveLength(1)
  })

  it('is erased by administrators alone', () => {
    open({}, 'publisher')
    expect(screen.queryByRole('button', opener)).toBeNull()
  })
})
