/** Where the identity provider sends the browser back to: the redirect URI is the product's address with this behind it. */
export const landingPath = '/signed-in'
