import type { RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'

/** Code points, from and to, as `unicode-range` of the file in `shared/ui/src/font.css` names them. */
const ranges = [
  [0x00, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
] as const

const letters = ranges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
  .join('')

/** Kept features: kerning, accents, and digits of one width. */
const options = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 600 } },
  keepFeatures: ['kern', 'mark', 'mkmk', 'tnum'],
} as const

/** Leaves out of the font that each page fetches the weights that the theme does not use, and other shapes of letters: half of its bytes. */
export const lighterFont = (): RsbuildPlugin => ({
  name: 'pim:lighter-font',
  setup(api) {
    api.transform({ test: /inter-latin-wght-normal\.woff2$/, raw: true }, ({ code }) =>
      subsetFont(code, letters, options),
    )
  },
})
