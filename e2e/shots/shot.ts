import type { Locator, Page } from '@playwright/test'
import type { DemoUser } from '../fixtures/pim.ts'
import type { Places } from './places.ts'

/** One picture: a place, what is broken or held up before it is opened, and what is done there once it shows. */
export interface Shot {
  name: string
  path: string | ((places: Places) => string)
  tenant?: 'acme' | 'shots-empty' | 'shots-long'
  user?: DemoUser
  /** Before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Once it shows. */
  after?: (page: Page, width: number) => Promise<unknown>
}

/** Answers never come: what is shown while one waits. */
export const hold = (pattern: string) => (page: Page) => page.route(pattern, () => undefined)

export const fail =
  (pattern: string, status = 500) =>
  (page: Page) =>
    page.route(pattern, (route) => route.fulfill({ status, body: '' }))

export const click =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page, name).click()
  }

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first()

export const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
