import { describe, expect, it } from '@rstest/core'
import { sharedImportFault } from './shared-exports.ts'

const lent = { name: '@mui/material', exportsFile: 'material.ts', names: new Set(['Button', 'styled']) }
const inSection = (code: string) => sharedImportFault(code, lent, true)

describe('what a section imports of a library that is lent in part', () => {
  it('is what is lent, or another component by its subpath', () => {
    expect(inSection("import { Button } from '@mui/material'")).toBeUndefined()
    expect(inSection("import Slider from '@mui/material/Slider'")).toBeUndefined()
  })

  it('is no name that is missing, which would be undefined in the browser', () => {
    expect(inSection("import { Slider } from '@mui/material'")).toContain('@mui/material/Slider')
  })

  it('is no second copy of what is lent, and no second theme', () => {
    expect(inSection("import Button from '@mui/material/Button'")).toContain('second copy')
    expect(inSection("import { ThemeProvider } from '@mui/material/styles'")).toContain('second copy')
  })

  it('in the shell itself is only what it lends', () => {
    expect(sharedImportFault("import Slider from '@mui/material/Slider'", lent, false)).toContain('second copy')
  })
})
