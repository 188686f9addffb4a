/** Characters of a cell that spreadsheets take; with more they call the whole workbook damaged. */
export const maxCellLength = 32_767

/**
 * Stands in a cell for a text that is too long for it. Whoever reads the file takes the cell for one that the file does not
 * have, so that nothing is lost.
 */
export const leftOutText = '#LEFT-OUT: too long for a cell'
