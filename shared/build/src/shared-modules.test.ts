import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { sharedModules } from './shared-modules.ts'

const host = join(import.meta.dirname, '../../../host/package.json')

describe('the modules that the shell shares', () => {
  it('are dependencies of the shell, with a version of its own', () => {
    const { dependencies } = JSON.parse(readFileSync(host, 'utf8')) as { dependencies: Record<string, string> }
    const shared = Object.entries(sharedModules).map(([name, module]) => module.package ?? name)
    expect(shared.filter((name) => !(name in dependencies))).toEqual([])
  })

  it('include React and the theme, so that there is one of each on the page', () => {
    expect(Object.keys(sharedModules)).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@mui/material', '@emotion/react', '@pim/ui']),
    )
  })
})
