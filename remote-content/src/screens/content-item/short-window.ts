/** A window that is enlarged to 200 %, or a telephone on its side: there the head of the item scrolls away with its fields. */
export const shortWindow = '@media (max-height: 600px)'
