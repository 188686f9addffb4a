const written = 'input, textarea, select, [contenteditable="true"], [contenteditable="true"] *, [role="dialog"] *'

/** Whether a key asks for the list of keys: `?` where nobody writes. Where one writes, it is a letter. */
export const asksForKeys = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.matches(written))
