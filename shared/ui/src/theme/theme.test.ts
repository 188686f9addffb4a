import { describe, expect, it } from '@rstest/core'
import { dark, light } from './palette.ts'
import { theme } from './theme.ts'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}
/** Blends a colour with an alpha channel over an opaque background. */
function blend(rgba: string, background: string): string {
  const [r = 0, g = 0, b = 0, alpha = 1] = (rgba.match(/[\d.]+/g) ?? []).map(Number)
  const channel = (value: number, at: number) =>
    Math.round(value * alpha + Number.parseInt(background.slice(at, at + 2), 16) * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  return `#${channel(r, 1)}${channel(g, 3)}${channel(b, 5)}`
}

/** The place of a colour on the wheel: 0 is red, 120 green, 240 blue. */
function hue(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  const sixth =
    high === r ? (g - b) / (high - low) : high === g ? 2 + (b - r) / (high - low) : 4 + (r - g) / (high - low)
  return (sixth * 60 + 360) % 360
}
/** Blue, purple, cyan, green, amber and orange-red, as degrees of the wheel. */
const hues = {
  primary: [205, 235],
  secondary: [255, 290],
  info: [180, 200],
  success: [130, 165],
  warning: [30, 50],
  error: [5, 20],
} as const

const intents = ['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s scheme', (_, scheme) => {
  const backgrounds = [scheme.background.default, scheme.background.paper]
  const tintedBackgrounds = backgrounds.flatMap((background) => [
    blend(scheme.action.hover, background),
    blend(scheme.action.selected, background),
  ])

  it('text has enough contrast on every background, hovered and selected too', () => {
    for (const background of [...backgrounds, ...tintedBackgrounds]) {
      expect(contrast(scheme.text.primary, background)).toBeGreaterThan(7)
      expect(contrast(scheme.text.secondary, background)).toBeGreaterThan(4.5)
    }
  })

  it('each intent has enough contrast as text, as a background, pressed, and on its own tint', () => {
    for (const intent of intents) {
      const { main, dark: pressed, light: tint, contrastText } = scheme[intent]
      for (const background of [...backgrounds, ...tintedBackgrounds])
        expect(contrast(main, background)).toBeGreaterThan(4.5)
      expect(contrast(contrastText, main)).toBeGreaterThan(4.5)
      expect(contrast(contrastText, pressed)).toBeGreaterThan(4.5)
      expect(contrast(main, tint)).toBeGreaterThan(4.5)
      expect(contrast(scheme.text.primary, tint)).toBeGreaterThan(4.5)
    }
  })

  it.each(intents)('%s has its colour', (intent) => {
    const [from, to] = hues[intent]
    expect(hue(scheme[intent].main)).toBeGreaterThanOrEqual(from)
    expect(hue(scheme[intent].main)).toBeLessThanOrEqual(to)
  })

  it('the border of a field has enough contrast', () => {
    for (const background of backgrounds) expect(contrast(scheme.text.disabled, background)).toBeGreaterThan(3)
  })

  it('the focus ring has enough contrast on every background', () => {
    for (const background of [...backgrounds, ...tintedBackgrounds])
      expect(contrast(scheme.primary.main, background)).toBeGreaterThan(3)
  })
})

describe('the theme', () => {
  it('has the agreed breakpoints, radius and font', () => {
    expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
    expect(theme.shape.borderRadius).toBe(8)
    expect(theme.typography.fontFamily).toContain('Inter Variable')
  })

  it('scrolls tabs, shows four avatars of a group, and gives pagination 64 px', () => {
    expect(theme.components?.MuiTabs?.defaultProps?.variant).toBe('scrollable')
    expect(theme.components?.MuiAvatarGroup?.defaultProps?.max).toBe(4)
    expect(theme.components?.MuiTablePagination?.styleOverrides?.toolbar).toMatchObject({ height: 64 })
  })
})
