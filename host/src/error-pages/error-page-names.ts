export const errorPageNames = ['not-found', 'bad-request', 'server-error', 'forbidden', 'quota-reached'] as const

export type ErrorPageName = (typeof errorPageNames)[number]

export const isErrorPage = (pathname: string): boolean => errorPageNames.some((name) => pathname === `/${name}`)
