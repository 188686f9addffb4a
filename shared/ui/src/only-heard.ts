/** For `sx`: words that stand on the screen for those who hear it, and take no place on it. */
export const onlyHeard = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  m: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
