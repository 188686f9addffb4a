/** The row of a list's filters. Narrow screens scroll it sideways: five lines of filters would leave no room for what they find. */
export const filterRow = {
  flex: 'none',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  gap: 1,
  alignItems: 'center',
  mb: 1.5,
  py: { xs: 0.5, sm: 0 },
  '& > *': { flexShrink: 0 },
}
