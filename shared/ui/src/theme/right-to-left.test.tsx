import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import SearchIcon from '@mui/icons-material/Search'
import { Box } from '@mui/material'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import { mirroring } from './right-to-left.ts'
import { PimThemeProvider } from './theme-provider.tsx'

afterEach(cleanup)

const drawn = (direction: 'ltr' | 'rtl') => {
  render(
    <PimThemeProvider mirroring={direction === 'rtl' ? mirroring : undefined}>
      <Box data-testid="box" sx={{ marginLeft: '7px' }} />
      <ArrowBackIcon />
      <SearchIcon />
    </PimThemeProvider>,
  )
  const styleOf = (id: string) => getComputedStyle(screen.getByTestId(id))
  return {
    margins: [styleOf('box').marginLeft, styleOf('box').marginRight],
    back: styleOf('ArrowBackIcon').getPropertyValue('scale'),
    search: styleOf('SearchIcon').getPropertyValue('scale'),
  }
}

describe('a language from right to left', () => {
  it('has the left at the right, and turns the icons that point along the reading direction', () => {
    expect(drawn('rtl')).toMatchObject({ margins: ['', '7px'], back: '-1 1', search: '' })
  })

  it('leaves every other language as it is', () => {
    expect(drawn('ltr')).toMatchObject({ margins: ['7px', ''], back: '', search: '' })
  })
})
