/* Without zod, so that screens have words for each code without the schemas. */

/**
 * What can be wrong with a file of rows. Those of the first list end its reading; of the others each spoils one row, and the
 * reading goes on.
 */
export const fileEndings = [
  'EMPTY_FILE',
  'NOT_TEXT',
  'FORMAT_NOT_READ',
  'NOT_A_TABLE',
  'DAMAGED_XML',
  'XML_REFUSED',
  'XML_TOO_LARGE',
  'ELEMENT_NOT_FOUND',
  'DAMAGED_WORKBOOK',
  'WORKBOOK_TOO_LARGE',
  'SHEET_NOT_FOUND',
  'COLUMN_WITHOUT_NAME',
  'DUPLICATE_COLUMN',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_ROWS',
  'QUOTE_NOT_CLOSED',
  'ROW_TOO_LONG',
  'TOO_MUCH_CPU',
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'BUDGET_SPENT',
  'READING_BROKE_OFF',
] as const
export const rowProblems = [
  'TOO_FEW_CELLS',
  'TOO_MANY_CELLS',
  'QUOTE_INSIDE',
  'DAMAGED_TEXT',
  'NOT_JSON',
  'NOT_AN_OBJECT',
  'DUPLICATE_NAME',
  'VALUE_REFUSED',
  'CELL_ERROR',
  'DAMAGED_CELL',
  'DATE_NOT_READ',
  'MERGED_CELLS',
  'KEY_MISSING',
  'DUPLICATE_KEY',
] as const
