/** For `sx`: a name is cut off after its second line, so that no row is higher than the others. Say it whole in `title`. */
export const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
