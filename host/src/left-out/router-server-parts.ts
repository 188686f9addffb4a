import { createContext, type Ref, type RefCallback } from 'react'

/*
 * In place of the part of React Router that belongs to pages which a server draws. Its links ask here whether to fetch
 * what they lead to; without a server that says what that is, the answer was always no.
 */

export const FrameworkContext = createContext(undefined)

const noPrefetch = [false, null, {}] as const
export const usePrefetchBehavior = () => noPrefetch

export const PrefetchPageLinks = () => null

export function mergeRefs<Element>(...refs: (Ref<Element> | undefined)[]): RefCallback<Element> {
  return (element) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
}
