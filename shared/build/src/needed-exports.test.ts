import { describe, expect, it } from '@rstest/core'
import { neededExportsOf } from './needed-exports.ts'

describe('what a section needs of the shell', () => {
  it('is what its files import of the lent modules, without types', () => {
    const sources = [
      `import { PageHeader, type Column } from '@pim/ui'\nimport type { RemoteDefinition } from '@pim/shell'\n`,
      `import { useShell as useIt } from '@pim/shell'\nimport { EmptyState, PageHeader } from '@pim/ui'\nimport { z } from 'zod'\n`,
    ]
    expect(neededExportsOf(sources)).toEqual({ '@pim/shell': ['useShell'], '@pim/ui': ['EmptyState', 'PageHeader'] })
  })

  it('is a name as old as slots where it takes one, as shells before do not know their module', () => {
    const sources = [`import { useFills } from '@pim/shell/slots'\nimport { useSetting } from '@pim/shell/settings'\n`]
    expect(neededExportsOf(sources)).toEqual({
      '@pim/shell/settings': ['useSetting'],
      '@pim/api-client/react': ['useBackEnd'],
    })
  })
})
