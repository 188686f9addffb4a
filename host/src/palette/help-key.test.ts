import { expect, it } from '@rstest/core'
import { asksForKeys } from './help-key.ts'

const asked = (html: string, init: KeyboardEventInit = { key: '?' }): boolean => {
  document.body.innerHTML = html
  const target = document.querySelector('[data-here]') ?? document.body
  let answer = false
  const listen = (event: KeyboardEvent) => {
    answer = asksForKeys(event)
  }
  addEventListener('keydown', listen)
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  removeEventListener('keydown', listen)
  document.body.innerHTML = ''
  return answer
}

it('a question mark asks for the keys, but where somebody writes it is one', () => {
  expect(asked('<main data-here tabindex="-1"></main>')).toBe(true)
  expect(asked('<table><tr data-here tabindex="0"></tr></table>')).toBe(true)
  expect(asked('<input data-here>')).toBe(false)
  expect(asked('<textarea data-here></textarea>')).toBe(false)
  expect(asked('<div contenteditable="true"><p data-here></p></div>')).toBe(false)
  expect(asked('<div role="dialog"><button data-here></button></div>')).toBe(false)
  expect(asked('<main data-here></main>', { key: '?', ctrlKey: true })).toBe(false)
  expect(asked('<main data-here></main>', { key: '/' })).toBe(false)
})
