/**
 * The colours of the product, each with one meaning: blue is an action, green is published, amber waits for work,
 * orange-red has failed, grey is no longer in use. Every pair of text and background has a contrast of at least 4.5 to
 * 1; theme.test.ts checks it.
 */
export const grey = {
  50: '#f7f8fa',
  100: '#eff1f5',
  200: '#e1e5eb',
  300: '#cbd2dc',
  400: '#97a2b3',
  500: '#6b7789',
  600: '#525d6e',
  700: '#3c4657',
  800: '#252d3a',
  900: '#161c26',
}

export const light = {
  primary: { main: '#1b5bc9', dark: '#174ca8', light: '#e8f0fe', contrastText: '#ffffff' },
  secondary: { main: '#7040bf', dark: '#58319a', light: '#f2ebfc', contrastText: '#ffffff' },
  info: { main: '#0a6c7e', dark: '#095a69', light: '#e0f5f9', contrastText: '#ffffff' },
  success: { main: '#17703d', dark: '#145f34', light: '#e3f5ea', contrastText: '#ffffff' },
  warning: { main: '#855400', dark: '#704700', light: '#fdf1d9', contrastText: '#ffffff' },
  error: { main: '#b93218', dark: '#9c2912', light: '#fdebe6', contrastText: '#ffffff' },
  background: { default: grey[50], paper: '#ffffff' },
  text: { primary: '#1a212d', secondary: grey[600], disabled: '#7d8796' },
  divider: grey[200],
  action: { hover: 'rgba(26, 33, 45, 0.045)', selected: 'rgba(29, 95, 209, 0.09)', active: grey[600] },
  grey,
}

export const dark = {
  primary: { main: '#82b1ff', dark: '#a8c9ff', light: '#1b2c4a', contrastText: '#0a1830' },
  secondary: { main: '#c3a2ff', dark: '#d6c0ff', light: '#2d2247', contrastText: '#1c0f38' },
  info: { main: '#66d0e4', dark: '#92e0ee', light: '#12323a', contrastText: '#04252c' },
  success: { main: '#6fd59a', dark: '#98e3b7', light: '#133324', contrastText: '#05271a' },
  warning: { main: '#f0b64d', dark: '#f6cd84', light: '#382a10', contrastText: '#2b1d00' },
  error: { main: '#ff9479', dark: '#ffb4a0', light: '#44201a', contrastText: '#360e04' },
  background: { default: '#10141b', paper: '#171d26' },
  text: { primary: '#e7ebf2', secondary: '#a2adbd', disabled: '#788494' },
  divider: '#2b3441',
  action: { hover: 'rgba(231, 235, 242, 0.06)', selected: 'rgba(130, 177, 255, 0.16)', active: '#a2adbd' },
  grey,
}
