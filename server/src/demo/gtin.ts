/** Thirteen digits, the last of which checks the others (GS1). */
export function gtin(serial: number): string {
  const digits = `7350099${serial.toString().padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
