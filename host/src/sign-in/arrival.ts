/**
 * What the server has written into the page of a sign-in: whoever shows it has come from the identity provider with this browser.
 * Taken out of the page before the code of a section runs. `undefined` where the server does not know that it was the provider.
 */
export function takeArrival(page: Document = document): string | undefined {
  const mark = page.querySelector<HTMLMetaElement>('meta[name="arrival"]')
  mark?.remove()
  return mark?.content || undefined
}
