import { onPage } from './list-walk.ts'

/** The list that somebody left for an item, and the rows to look for on their return. */
interface LeftList {
  readonly tenantId: string
  readonly list: string
  readonly near: readonly string[]
}

let left: LeftList | undefined

/**
 * Remembers where one is in a list, for the way back. The browser's back button shows the list by its own entry of the history,
 * which knows nothing of the items that were walked through since.
 */
export const leaveList = (now: LeftList): void => {
  left = now
}

/** The list that was left last, if it is this one on any of its pages. */
export function leftList(tenantId: string, address: string): Pick<LeftList, 'list' | 'near'> | undefined {
  const isSame = left?.tenantId === tenantId && onPage(left.list, 1) === onPage(address, 1)
  return isSame ? left : undefined
}

export const forgetLeftList = (): void => {
  left = undefined
}
