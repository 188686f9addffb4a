import { expect, it } from '@rstest/core'
import { printLight } from './on-paper.ts'

it('what is printed has the light colours, and the screen has its own again afterwards', () => {
  const { documentElement: page } = document
  const scheme = () => page.getAttributeNames().filter((name) => /^data-(dark|light)$/.test(name))
  const end = printLight()
  for (const own of ['data-dark', 'data-light']) {
    for (const name of scheme()) page.removeAttribute(name)
    page.setAttribute(own, '')
    dispatchEvent(new Event('beforeprint'))
    expect(scheme()).toEqual(['data-light'])
    dispatchEvent(new Event('afterprint'))
    expect(scheme()).toEqual([own])
  }
  end()
})
