import { type Decimal, type DecimalValue, divided, formatDecimal, parseDecimal } from '../core/decimal.ts'

/** `factor`: how many of the family's base unit one of these is, exact, as `a` or `a/b`; `offset` is added after. */
interface Unit {
  readonly symbol: string
  readonly factor: string
  readonly offset?: string
}

type Row = readonly [code: string, symbol: string, factor: string, offset?: string]

/** The first unit of each family is its base. Codes are known once in all families. */
const families = {
  Length: [
    ['METER', 'm', '1'],
    ['NANOMETER', 'nm', '0.000000001'],
    ['MICROMETER', 'µm', '0.000001'],
    ['MILLIMETER', 'mm', '0.001'],
    ['CENTIMETER', 'cm', '0.01'],
    ['DECIMETER', 'dm', '0.1'],
    ['DEKAMETER', 'dam', '10'],
    ['HECTOMETER', 'hm', '100'],
    ['KILOMETER', 'km', '1000'],
    ['MIL', 'mil', '0.0000254'],
    ['INCH', 'in', '0.0254'],
    ['FEET', 'ft', '0.3048'],
    ['YARD', 'yd', '0.9144'],
    ['CHAIN', 'ch', '20.1168'],
    ['FURLONG', 'fur', '201.168'],
    ['MILE', 'mi', '1609.344'],
    ['NAUTICAL_MILE', 'nmi', '1852'],
  ],
  Weight: [
    ['KILOGRAM', 'kg', '1'],
    ['MICROGRAM', 'µg', '0.000000001'],
    ['MILLIGRAM', 'mg', '0.000001'],
    ['GRAM', 'g', '0.001'],
    ['TON', 't', '1000'],
    ['GRAIN', 'gr', '0.00006479891'],
    ['DENIER', 'denier', '0.001275'],
    ['ONCE', 'once', '0.03059'],
    ['MARC', 'marc', '0.24475'],
    ['LIVRE', 'livre', '0.4895'],
    ['OUNCE', 'oz', '0.028349523125'],
    ['POUND', 'lb', '0.45359237'],
    ['STONE', 'st', '6.35029318'],
    ['SHORT_TON', 'short ton', '907.18474'],
    ['LONG_TON', 'long ton', '1016.0469088'],
    ['CARAT', 'ct', '0.0002'],
  ],
  Area: [
    ['SQUARE_METER', 'm²', '1'],
    ['SQUARE_MILLIMETER', 'mm²', '0.000001'],
    ['SQUARE_CENTIMETER', 'cm²', '0.0001'],
    ['SQUARE_DECIMETER', 'dm²', '0.01'],
    ['CENTIARE', 'ca', '1'],
    ['ARE', 'a', '100'],
    ['HECTARE', 'ha', '10000'],
    ['SQUARE_KILOMETER', 'km²', '1000000'],
    ['SQUARE_INCH', 'in²', '0.00064516'],
    ['SQUARE_FOOT', 'ft²', '0.09290304'],
    ['SQUARE_YARD', 'yd²', '0.83612736'],
    ['ACRE', 'ac', '4046.8564224'],
    ['SQUARE_MILE', 'mi²', '2589988.110336'],
  ],
  Volume: [
    ['CUBIC_METER', 'm³', '1'],
    ['CUBIC_MILLIMETER', 'mm³', '0.000000001'],
    ['CUBIC_CENTIMETER', 'cm³', '0.000001'],
    ['MILLILITER', 'ml', '0.000001'],
    ['CENTILITER', 'cl', '0.00001'],
    ['DECILITER', 'dl', '0.0001'],
    ['LITER', 'l', '0.001'],
    ['CUBIC_DECIMETER', 'dm³', '0.001'],
    ['HECTOLITER', 'hl', '0.1'],
    ['FLUID_OUNCE_US', 'fl oz (US)', '0.0000295735295625'],
    ['PINT_US', 'pt (US)', '0.000473176473'],
    ['QUART_US', 'qt (US)', '0.000946352946'],
    ['GALLON_US', 'gal (US)', '0.003785411784'],
    ['FLUID_OUNCE', 'fl oz (UK)', '0.0000284130625'],
    ['PINT', 'pt (UK)', '0.00056826125'],
    ['GALLON', 'gal (UK)', '0.00454609'],
    ['BARREL', 'bbl', '0.158987294928'],
    ['CUBIC_INCH', 'in³', '0.000016387064'],
    ['CUBIC_FOOT', 'ft³', '0.028316846592'],
    ['CUBIC_YARD', 'yd³', '0.764554857984'],
  ],
  Temperature: [
    ['KELVIN', 'K', '1'],
    ['CELSIUS', '°C', '1', '273.15'],
    ['FAHRENHEIT', '°F', '5/9', '45967/180'],
    ['RANKINE', '°R', '5/9'],
    ['REAUMUR', '°r', '1.25', '273.15'],
  ],
  Duration: [
    ['SECOND', 's', '1'],
    ['NANOSECOND', 'ns', '0.000000001'],
    ['MICROSECOND', 'µs', '0.000001'],
    ['MILLISECOND', 'ms', '0.001'],
    ['MINUTE', 'min', '60'],
    ['HOUR', 'h', '3600'],
    ['DAY', 'd', '86400'],
    ['WEEK', 'week', '604800'],
    ['MONTH', 'month', '2629746'],
    ['YEAR', 'year', '31556952'],
  ],
  Frequency: [
    ['HERTZ', 'Hz', '1'],
    ['KILOHERTZ', 'kHz', '1000'],
    ['MEGAHERTZ', 'MHz', '1000000'],
    ['GIGAHERTZ', 'GHz', '1000000000'],
    ['TERAHERTZ', 'THz', '1000000000000'],
  ],
  Speed: [
    ['METER_PER_SECOND', 'm/s', '1'],
    ['METER_PER_MINUTE', 'm/min', '1/60'],
    ['METER_PER_HOUR', 'm/h', '1/3600'],
    ['KILOMETER_PER_HOUR', 'km/h', '5/18'],
    ['FOOT_PER_SECOND', 'ft/s', '0.3048'],
    ['MILE_PER_HOUR', 'mph', '0.44704'],
    ['KNOT', 'kn', '1852/3600'],
  ],
  Power: [
    ['WATT', 'W', '1'],
    ['MILLIWATT', 'mW', '0.001'],
    ['KILOWATT', 'kW', '1000'],
    ['MEGAWATT', 'MW', '1000000'],
    ['GIGAWATT', 'GW', '1000000000'],
    ['METRIC_HORSEPOWER', 'PS', '735.49875'],
    ['HORSEPOWER', 'hp', '745.69987158227022'],
  ],
  Energy: [
    ['JOULE', 'J', '1'],
    ['KILOJOULE', 'kJ', '1000'],
    ['MEGAJOULE', 'MJ', '1000000'],
    ['CALORIE', 'cal', '4.184'],
    ['KILOCALORIE', 'kcal', '4184'],
    ['WATT_HOUR', 'Wh', '3600'],
    ['KILOWATT_HOUR', 'kWh', '3600000'],
    ['MEGAWATT_HOUR', 'MWh', '3600000000'],
    ['BTU', 'BTU', '1055.05585262'],
  ],
  Pressure: [
    ['PASCAL', 'Pa', '1'],
    ['HECTOPASCAL', 'hPa', '100'],
    ['KILOPASCAL', 'kPa', '1000'],
    ['MEGAPASCAL', 'MPa', '1000000'],
    ['MILLIBAR', 'mbar', '100'],
    ['BAR', 'bar', '100000'],
    ['ATM', 'atm', '101325'],
    ['TORR', 'Torr', '101325/760'],
    ['MMHG', 'mmHg', '133.322387415'],
    ['PSI', 'psi', '44482216152605/6451600000'],
  ],
  Angle: [
    ['DEGREE', '°', '1'],
    ['ARC_MINUTE', '′', '1/60'],
    ['ARC_SECOND', '″', '1/3600'],
    ['GON', 'gon', '0.9'],
    ['REVOLUTION', 'rev', '360'],
    ['RADIAN', 'rad', '57.295779513082320876798154814105'],
    ['MILLIRADIAN', 'mrad', '0.057295779513082320876798154814105'],
  ],
  Binary: [
    ['BYTE', 'B', '1'],
    ['BIT', 'bit', '0.125'],
    ['KILOBIT', 'kbit', '125'],
    ['MEGABIT', 'Mbit', '125000'],
    ['GIGABIT', 'Gbit', '125000000'],
    ['KILOBYTE', 'kB', '1000'],
    ['MEGABYTE', 'MB', '1000000'],
    ['GIGABYTE', 'GB', '1000000000'],
    ['TERABYTE', 'TB', '1000000000000'],
    ['PETABYTE', 'PB', '1000000000000000'],
    ['KIBIBYTE', 'KiB', '1024'],
    ['MEBIBYTE', 'MiB', '1048576'],
    ['GIBIBYTE', 'GiB', '1073741824'],
    ['TEBIBYTE', 'TiB', '1099511627776'],
  ],
  BitRate: [
    ['BIT_PER_SECOND', 'bit/s', '1'],
    ['KILOBIT_PER_SECOND', 'kbit/s', '1000'],
    ['MEGABIT_PER_SECOND', 'Mbit/s', '1000000'],
    ['GIGABIT_PER_SECOND', 'Gbit/s', '1000000000'],
    ['BYTE_PER_SECOND', 'B/s', '8'],
    ['MEGABYTE_PER_SECOND', 'MB/s', '8000000'],
  ],
  ElectricCharge: [
    ['AMPERE_HOUR', 'Ah', '1'],
    ['MILLIAMPERE_HOUR', 'mAh', '0.001'],
    ['COULOMB', 'C', '1/3600'],
  ],
  Voltage: [
    ['VOLT', 'V', '1'],
    ['MICROVOLT', 'µV', '0.000001'],
    ['MILLIVOLT', 'mV', '0.001'],
    ['KILOVOLT', 'kV', '1000'],
  ],
  Intensity: [
    ['AMPERE', 'A', '1'],
    ['MICROAMPERE', 'µA', '0.000001'],
    ['MILLIAMPERE', 'mA', '0.001'],
    ['KILOAMPERE', 'kA', '1000'],
  ],
  Resistance: [
    ['OHM', 'Ω', '1'],
    ['MILLIOHM', 'mΩ', '0.001'],
    ['KILOHM', 'kΩ', '1000'],
    ['MEGOHM', 'MΩ', '1000000'],
  ],
  Capacitance: [
    ['FARAD', 'F', '1'],
    ['PICOFARAD', 'pF', '0.000000000001'],
    ['NANOFARAD', 'nF', '0.000000001'],
    ['MICROFARAD', 'µF', '0.000001'],
    ['MILLIFARAD', 'mF', '0.001'],
  ],
  Decibel: [['DECIBEL', 'dB', '1']],
  Brightness: [['LUMEN', 'lm', '1']],
  Luminance: [['NIT', 'cd/m²', '1']],
  Illuminance: [
    ['LUX', 'lx', '1'],
    ['FOOT_CANDLE', 'fc', '1/0.09290304'],
  ],
  Force: [
    ['NEWTON', 'N', '1'],
    ['KILONEWTON', 'kN', '1000'],
    ['KILOGRAM_FORCE', 'kgf', '9.80665'],
    ['POUND_FORCE', 'lbf', '4.4482216152605'],
  ],
  Torque: [
    ['NEWTON_METER', 'N·m', '1'],
    ['POUND_FOOT', 'lb·ft', '1.3558179483314004'],
  ],
  CaseBox: [
    ['PIECE', 'pc', '1'],
    ['PAIR', 'pair', '2'],
    ['DOZEN', 'dozen', '12'],
    ['GROSS', 'gross', '144'],
  ],
} as const satisfies Record<string, readonly Row[]>

export type UnitFamily = keyof typeof families
export const unitFamilies = Object.keys(families) as [UnitFamily, ...UnitFamily[]]

const unitsByCode = new Map<string, Unit & { family: UnitFamily }>()
for (const family of unitFamilies)
  for (const [code, symbol, factor, offset] of families[family] as readonly Row[])
    unitsByCode.set(code, { symbol, factor, family, ...(offset === undefined ? {} : { offset }) })

export const unitsOf = (family: UnitFamily): string[] => families[family].map(([code]) => code)
export const baseUnitOf = (family: UnitFamily): string => families[family][0][0]
export const familyOf = (unit: string): UnitFamily | undefined => unitsByCode.get(unit)?.family
export const unitSymbol = (unit: string): string => unitsByCode.get(unit)?.symbol ?? unit

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const fractionOf = (text: string): Fraction => {
  const [over, under] = text.split('/').map(parseDecimal)
  if (over === null || over === undefined) throw new Error(`${text} is not a factor.`)
  const by: Decimal = under ?? { digits: 1n, scale: 0 }
  return { numerator: over.digits * 10n ** BigInt(by.scale), denominator: by.digits * 10n ** BigInt(over.scale) }
}

/** More than any factor has, so that what comes out even stays exact; a third stops here. */
const places = 30

/** The amount in the base unit of the unit's family, exact; null for an unknown unit or no number. */
export const inBaseUnit = (amount: DecimalValue, unit: string): { number: string; baseUnit: string } | null => {
  const known = unitsByCode.get(unit)
  const number = parseDecimal(amount)
  if (known === undefined || number === null) return null
  const factor = fractionOf(known.factor)
  const offset = fractionOf(known.offset ?? '0')
  const scale = 10n ** BigInt(number.scale)
  const numerator =
    number.digits * factor.numerator * offset.denominator + offset.numerator * factor.denominator * scale
  const denominator = scale * factor.denominator * offset.denominator
  const digits = places + number.scale
  return { number: formatDecimal(divided(numerator, denominator, digits)), baseUnit: baseUnitOf(known.family) }
}
