// The page of component tests, before each file. `getComputedStyle` gives the styles that an element names itself: nothing is drawn here,
// and to match every rule of every style sheet whenever somebody asks whether an element is seen took a third of the time.
window.getComputedStyle = (element) => (element as HTMLElement).style

// `toString` names the class, as in a browser: libraries call it to tell an element from a window, and here it wrote the whole element out.
Object.defineProperty(Element.prototype, 'toString', {
  value(this: Element) {
    return `[object ${this.constructor.name}]`
  },
})
