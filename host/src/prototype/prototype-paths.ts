/** Pages for trying components and layouts, drawn within the shell. */
export const prototypePaths = [
  '/prototype',
  '/prototype/minimal-mui-test',
  '/prototype/parts',
  '/prototype/field-types',
  '/prototype/content-layout/simple',
  '/prototype/content-layout/complex',
] as const
