const written = 'input, textarea, select, [contenteditable="true"], [contenteditable="true"] *, [role="dialog"] *'

/** True for `?` outside of text fields, which opens the list of keys; inside of one it is a letter. */
export const asksForKeys = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.matches(written))
