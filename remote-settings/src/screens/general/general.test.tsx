import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { openSettings } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

function open() {
  const sent: unknown[] = []
  const tenant = { importHosts: ['files.example.com'] }
  const opened = openSettings(
    '/settings/general',
    {
      'tenants.changeTenant': ({ body }) => {
        sent.push(body)
        return { externalId: 'acme', friendlyName: 'Acme', featureToggles: { taxonomyEnabled: true } }
      },
    },
    'admin',
    tenant,
  )
  return { ...opened, sent }
}
const hosts = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Hosts that files may be fetched from' })

describe('the hosts that files may be fetched from', () => {
  it('stand one a line, and are saved as they are looked up', async () => {
    const { user, sent } = open()
    await user.type(await hosts(), '\nhttps://Bücher.example/goods.csv\nftp.example.com:8443')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const importHosts = ['files.example.com', 'xn--bcher-kva.example', 'ftp.example.com:8443']
    await waitFor(() => expect(sent).toEqual([{ importHosts }]))
  })

  it('are no numbers and no names of the own network, which is said before they are saved', async () => {
    const { user, sent } = open()
    await user.type(await hosts(), '\n10.0.0.1\nlocalhost')
    expect(await screen.findByText('No names of hosts on the public internet: 10.0.0.1, localhost')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent).toEqual([])
  })
})
