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
  return {
    margins: [styleOf('box').marginLeft, styleOf('box').marginRight],
    back: styleOf('ArrowBackIcon').getPropertyValue('scale'),
    search: styleOf('SearchIcon').getPropertyValue('scale'),
  }
}

/** The declarations of all rules in the page that match the element, as `getComputedStyle` of component tests has none of them. */
function styleOf(id: string): CSSStyleDeclaration {
  const element = screen.getByTestId(id)
  const { style } = document.createElement('i')
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSStyleRule && element.matches(rule.selectorText)) style.cssText += rule.style.cssText
  return style
}

describe('a language from right to left', () => {
  it('has the left at the right, and turns the icons that point along the reading direction', () => {
    expect(drawn('rtl')).toMatchObject({ margins: ['', '7px'], back: '-1 1', search: '' })
  })

  it('leaves every other language as it is', () => {
    expect(drawn('ltr')).toMatchObject({ margins: ['7px', ''], back: '', search: '' })
  })
})
