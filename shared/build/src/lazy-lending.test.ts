import { describe, expect, it } from '@rstest/core'
import { divideImports } from './lazy-lending.ts'
import { firstOf, sharedByHost } from './shared-modules.ts'

const first = new Set(['Button', 'Menu'])
const divided = (code: string) => divideImports(code, '@mui/material', first)

describe('the imports of a module that is lent in two parts', () => {
  it('come from the part that has the name, each under the name that the code uses', () => {
    expect(divided(`import { Button, Dialog as Frame, Menu as List } from "@mui/material";\nrest()`)).toBe(
      `import { Button, Menu as List } from '@pim/first-of/@mui/material';import { Dialog as Frame } from '@mui/material';\nrest()`,
    )
  })

  it('ask for the whole module only where a name needs it', () => {
    expect(divided(`import {\n  Button,\n} from '@mui/material'`)).toBe(
      `import { Button } from '@pim/first-of/@mui/material';`,
    )
  })

  it('are divided too where they are exported at once, as for the icons', () => {
    expect(divided(`export { Button as default } from "@mui/material";`)).toBe(
      `export { Button as default } from '@pim/first-of/@mui/material';`,
    )
  })

  it.each([
    `import { Button } from '@mui/x-tree-view'`,
    `import { styled } from '@mui/material/styles'`,
    `import * as all from '@mui/material'`,
  ])('stay as they are elsewhere: %s', (code) => {
    expect(divided(code)).toBe(code)
  })
})

describe('a module that is lent in two parts', () => {
  it('is lent by the shell as a whole when it is asked for, and its first part at once', () => {
    const lent = sharedByHost(new URL('../../../host', import.meta.url).pathname)
    for (const name of ['@mui/material', '@pim/ui', '@tanstack/react-query']) {
      expect(lent[name]).toMatchObject({ eager: false, import: expect.stringMatching(/^\//) })
      expect(lent[firstOf(name)]?.eager).toBe(true)
    }
    expect(lent.react?.eager).toBe(true)
  })
})
