/** How often each test failed, and the first failure of each with all that it says. */
export function tally(failures: readonly string[]): string[] {
  const byName = Map.groupBy(failures, (text) => text.split('\n', 1)[0] ?? '')
  return [...byName].flatMap(([, [first = '', ...others]]) => [
    `\n  ✗ ${others.length + 1} times: ${first.replaceAll('\n', '\n      ')}`,
  ])
}
