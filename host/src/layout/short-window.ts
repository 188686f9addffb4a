/** A window that is enlarged to 200 %, or a telephone on its side: the bars of the shell leave the height to the screen. */
export const shortWindow = '@media (max-height: 600px)'
