/** GS1: from the right, digits weigh 3 and 1 in turn; together with the check digit they make a multiple of ten. */
export const hasGtinCheckDigit = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** ISBN-10: the digits weigh 10 to 1, X is ten; together they make a multiple of eleven. */
export const hasIsbn10CheckDigit = (characters: string): boolean => {
  const sum = [...characters].reduce((total, each, at) => total + (each === 'X' ? 10 : Number(each)) * (10 - at), 0)
  return sum % 11 === 0
}

const gtinCheckDigit = (digits: string): string => {
  const last = [...Array(10).keys()].find((digit) => hasGtinCheckDigit(`${digits}${digit}`))
  return String(last ?? 0)
}

/** The ISBN-13 of the same book. */
export const isbn13From10 = (isbn10: string): string => {
  const digits = `978${isbn10.slice(0, 9)}`
  return digits + gtinCheckDigit(digits)
}
