/** The orders of how many days are shown: what the back end answers, and what screens say. */
export const useDaysShown = (): number => 30
