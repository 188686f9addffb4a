import { init } from '@module-federation/enhanced/runtime'
import { describe, expect, it } from '@rstest/core'
import { federationRuntime } from './federation.ts'

describe('a module that the shell lends', () => {
  it('is nothing where a section of a later release asks for one that this shell does not know', async () => {
    const lent = { version: '1.0.0', lib: () => ({ useShell: true }), scope: 'default' }
    init({ name: 'shell', remotes: [], shared: { '@pim/shell': lent } })
    const federation = federationRuntime(1_000)
    expect(await federation.lentModule('@pim/shell')).toEqual({ useShell: true })
    expect(await federation.lentModule('@pim/later')).toBeUndefined()
  })
})
