/** Pages to try parts and layouts on, within the layout. */
export const prototypePaths = [
  '/prototype',
  '/prototype/minimal-mui-test',
  '/prototype/field-types',
  '/prototype/content-layout/simple',
  '/prototype/content-layout/complex',
] as const
