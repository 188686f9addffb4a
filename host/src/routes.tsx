import { lazy, Suspense } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-pages/error-page.tsx'
import type { ErrorPageName } from './error-pages/error-picture.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { CurrentSection } from './remotes/current-section.tsx'

const errorPageNames: ErrorPageName[] = ['not-found', 'bad-request', 'server-error', 'forbidden']

export const isErrorPage = (pathname: string) => errorPageNames.some((name) => pathname === `/${name}`)

/** The error pages stand outside the layout, and need nothing but themselves. */
export const errorPages = (startsAnew: boolean): RouteObject[] =>
  errorPageNames.map((name) => ({ path: `/${name}`, element: <ErrorPage name={name} startsAnew={startsAnew} /> }))

const PrototypePages = lazy(async () => ({ default: (await import('./prototype/prototype-pages.tsx')).PrototypePages }))

/**
 * The layout takes every other path. Which section a path belongs to is asked of the sections' own definitions, and a
 * path that belongs to none is not found.
 */
export const routes: RouteObject[] = [
  ...errorPages(false),
  {
    // Without a path of its own: one would match `/` alone, with nothing inside.
    element: <RootLayout />,
    errorElement: <ErrorPage name="server-error" startsAnew />,
    children: [
      {
        path: 'prototype/*',
        element: (
          <Suspense fallback={<LoadingScreen />}>
            <PrototypePages />
          </Suspense>
        ),
      },
      { path: '*', element: <CurrentSection /> },
    ],
  },
]
