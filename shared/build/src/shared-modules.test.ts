import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { sharedModules } from './shared-modules.ts'

const host = join(import.meta.dirname, '../../../host/package.json')

describe('what the shell lends', () => {
  it('is what it has itself, in a version of its own', () => {
    const { dependencies } = JSON.parse(readFileSync(host, 'utf8')) as { dependencies: Record<string, string> }
    const lent = Object.entries(sharedModules).map(([name, module]) => module.package ?? name)
    expect(lent.filter((name) => !(name in dependencies))).toEqual([])
  })

  it('has one React and one theme for the whole page', () => {
    expect(Object.keys(sharedModules)).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@mui/material', '@emotion/react', '@pim/ui']),
    )
  })
})
