/**
 * Takes the identity provider out of what this page may ask, for good: policies add up, and none is ever taken back. Called
 * before the code of any section runs. The server has written into the page what may still be asked; a page that comes without a
 * policy, from a development server, has nothing there.
 */
export function narrowPolicy(page: Document = document): void {
  const sources = page.querySelector<HTMLMetaElement>('meta[name="data-sources"]')?.content
  if (!sources) return
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `connect-src ${sources}`
  page.head.append(policy)
}
