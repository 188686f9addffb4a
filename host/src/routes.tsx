import { lazy, Suspense } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-pages/error-page.tsx'
import { errorPageNames } from './error-pages/error-page-names.ts'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { CurrentSection } from './remotes/current-section.tsx'

/** The error pages are outside the layout, because it may be the layout that failed. */
export const errorPages = (reloadsPage: boolean): RouteObject[] =>
  errorPageNames.map((name) => ({ path: `/${name}`, element: <ErrorPage name={name} reloadsPage={reloadsPage} /> }))

const PrototypePages = lazy(async () => ({ default: (await import('./prototype/prototype-pages.tsx')).PrototypePages }))

/**
 * All other paths belong to the layout. It finds the section by the paths in the sections' definitions; an unknown path
 * is not found.
 */
export const routes: RouteObject[] = [
  ...errorPages(false),
  {
    // A layout route without a path: with `/` it would match only the root.
    element: <RootLayout />,
    errorElement: <ErrorPage name="server-error" reloadsPage />,
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
