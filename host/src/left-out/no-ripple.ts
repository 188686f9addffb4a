/*
 * In place of what MUI draws where a button is pressed: the theme draws none (`disableRipple`). MUI would keep it for each
 * button all the same, and draw the button once more at its first press.
 */

const nothing = () => undefined
const ripple = { ref: { current: null }, shouldMount: false, start: nothing, stop: nothing, pulsate: nothing }

export default function useLazyRipple() {
  return ripple
}
