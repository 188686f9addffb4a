import type { RsbuildPlugin } from '@rsbuild/core'

/**
 * Lets React make elements without a stack of where each was made, which its warnings show and which took a fifth of the time of component
 * tests. React itself stops making them after 10,000 a second, here it never starts.
 */
export const withoutOwnerStacks = (): RsbuildPlugin => ({
  name: 'without-owner-stacks',
  setup: (api) => {
    api.transform({ test: /react(?:-jsx-(?:dev-)?runtime)?\.development\.js$/ }, ({ code }) =>
      code.replaceAll('1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++', 'false'),
    )
  },
})
