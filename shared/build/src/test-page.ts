import { configure, getConfig } from '@testing-library/dom'

// The page of component tests, before each file. `getComputedStyle` gives the styles that an element names itself: nothing is drawn here,
// and to match every rule of every style sheet whenever somebody asks whether an element is seen took a third of the time.
window.getComputedStyle = (element) => (element as HTMLElement).style

// `toString` names the class, as in a browser: libraries call it to tell an element from a window, and here it wrote the whole element out.
Object.defineProperty(Element.prototype, 'toString', {
  value(this: Element) {
    return `[object ${this.constructor.name}]`
  },
})

// A query that waits fails many times before it finds its element, and each failure wrote the whole page into its message: a seventh of the
// time. The page is written once somebody reads the message.
const { getElementError } = getConfig()
configure({
  getElementError(message, container) {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    })
  },
})

// Finding an element by its role asks each element for some hundred selectors, and the page reads each selector anew: another seventh.
// Most of them begin with the name of another element, so they do not match whatever follows.
const { matches } = Element.prototype
const namedFirst = /^([a-z][a-z0-9]*)(?![^[:.#])[^\s>+~,]*$/
Object.defineProperty(Element.prototype, 'matches', {
  value(this: Element, selector: string) {
    const name = namedFirst.exec(selector)?.[1]
    return (name === undefined || name === this.localName) && matches.call(this, selector)
  },
})
