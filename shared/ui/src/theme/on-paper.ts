/** The class of what is printed as it is on the screen: buttons that say something, and shapes that are backgrounds. */
export const onPaper = 'pim-on-paper'

const schemes = { dark: 'data-dark', light: 'data-light' } as const

/** Paper is white: what is printed has the light colours, whatever the screen has. Returns what ends it. */
export function printLight(): () => void {
  const { documentElement: page } = document
  let wasDark = false
  const lighten = () => {
    wasDark = page.hasAttribute(schemes.dark)
    if (wasDark) change('light')
  }
  const giveBack = () => {
    if (wasDark) change('dark')
  }
  const change = (to: keyof typeof schemes) => {
    for (const [scheme, attribute] of Object.entries(schemes)) page.toggleAttribute(attribute, scheme === to)
  }
  addEventListener('beforeprint', lighten)
  addEventListener('afterprint', giveBack)
  return () => {
    removeEventListener('beforeprint', lighten)
    removeEventListener('afterprint', giveBack)
  }
}
