// Set up before each file of component tests. Nothing is drawn there, and their page matched every rule of every style sheet whenever
// somebody asked whether an element is seen, which took a third of the time: the styles of an element are those that it names itself.
window.getComputedStyle = (element) => (element as HTMLElement).style

// As in a browser: libraries ask it to tell an element from a window, and the page of tests wrote the whole element out.
Object.defineProperty(Element.prototype, 'toString', {
  value(this: Element) {
    return `[object ${this.constructor.name}]`
  },
})
