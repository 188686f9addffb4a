import type { Picture } from '../pictures/compose.ts'
import type { DemoProduct, Words } from './demo-product.ts'

const thing = (
  sku: string,
  picture: Picture,
  prices: readonly [eur: string, sek: string, usd: string],
  grams: number,
  en: Words,
  nb?: Words,
  more: Partial<DemoProduct> = {},
): DemoProduct => ({
  sku,
  brand: 'Stillö',
  picture,
  category: '',
  price: { EUR: prices[0], SEK: prices[1], USD: prices[2] },
  grams,
  availability: 'inStock',
  standing: 'live',
  en,
  ...(nb !== undefined && { nb }),
  ...more,
})

const words = (title: string, summary: string, text: string): Words => ({ title, summary, text: `<p>${text}</p>` })

/** A smaller house in another country: two languages, no taxonomies. */
export const nordicProducts: readonly DemoProduct[] = [
  thing(
    'NOR-101',
    { shape: 'stool', body: '#8fa39a', accent: '#c99a3f', ground: 'sage' },
    ['149.00', '1595.00', '159.00'],
    3400,
    words(
      'Krakk stool',
      'Three things in one: a seat, a step and a table for the coffee.',
      'Solid birch, wedged and oiled. It carries one hundred and fifty kilos and a vase.',
    ),
    words(
      'Krakk',
      'Tre ting i ett: en sitteplass, et trinn og et bord til kaffen.',
      'Heltre bjørk, kilt og oljet. Den bærer hundre og femti kilo og en vase.',
    ),
  ),
  thing(
    'NOR-102',
    { shape: 'pendant', body: '#e0cfa9', accent: '#b87333', ground: 'dusk' },
    ['199.00', '2145.00', '209.00'],
    1600,
    words(
      'Måne pendant lamp',
      'A moon over the table that never wanes. Dims with any dimmer.',
      'Spun aluminium, painted in four colours of evening.',
    ),
    words(
      'Måne taklampe',
      'En måne over bordet som aldri minker. Dimmes med alle dimmere.',
      'Trykkdreid aluminium, malt i kveldens fire farger.',
    ),
  ),
  thing(
    'NOR-103',
    { shape: 'blanket', body: '#b8695b', accent: '#f3ead8', ground: 'blush' },
    ['129.00', '1385.00', '139.00'],
    1050,
    words(
      'Fonn wool throw',
      'Warm as a snowdrift is deep. Woven from Norwegian lambswool.',
      'Brushed on one side, smooth on the other: winter and spring in one.',
    ),
    words(
      'Fonn ullpledd',
      'Varmt som en snøfonn er dyp. Vevd av norsk lammeull.',
      'Børstet på den ene siden, glatt på den andre: vinter og vår i ett.',
    ),
  ),
  thing(
    'NOR-104',
    { shape: 'cushion', body: '#46547d', accent: '#e3c79b', ground: 'mist' },
    ['45.00', '485.00', '48.00'],
    520,
    words(
      'Vær cushion',
      'Stripes like a weather map, in the colours of the coast.',
      'The cover comes off with one hand and goes back on with two.',
    ),
    words('Vær pute', 'Striper som et værkart, i kystens farger.', 'Trekket går av med én hånd og på igjen med to.'),
  ),
  thing(
    'NOR-105',
    { shape: 'candle', body: '#7593a8', accent: '#7a3b2e', ground: 'stone' },
    ['29.00', '309.00', '31.00'],
    410,
    words(
      'Hav scented candle',
      'Salt, seaweed and a little tar. Like the boathouse in May.',
      'Forty hours of harbour. The glass becomes a tumbler afterwards.',
    ),
    words(
      'Hav duftlys',
      'Salt, tang og litt tjære. Som naustet i mai.',
      'Førti timer havn. Glasset blir et drikkeglass etterpå.',
    ),
  ),
  thing(
    'NOR-106',
    { shape: 'vase', body: '#5f7f6a', accent: '#d98e4a', ground: 'sage' },
    ['55.00', '589.00', '58.00'],
    1180,
    words(
      'Siv vase',
      'For three reeds from the ditch, or one rose from somebody.',
      'Thrown by hand, glazed inside only.',
    ),
    words('Siv vase', 'Til tre siv fra grøfta, eller én rose fra noen.', 'Dreid for hånd, glasert bare innvendig.'),
  ),
  thing(
    'NOR-107',
    { shape: 'basket', body: '#b58a57', accent: '#46547d', ground: 'sand' },
    ['69.00', '739.00', '72.00'],
    1250,
    words(
      'Kipe log basket',
      'Carries an evening’s worth of birch, and looks good when it is empty.',
      'Willow on an ash frame, after a basket from 1880.',
    ),
    words(
      'Kipe vedkurv',
      'Bærer bjørk for en kveld, og er pen også når den er tom.',
      'Pil på ramme av ask, etter en kurv fra 1880.',
    ),
  ),
  thing(
    'NOR-108',
    { shape: 'clock', body: '#3b3f45', accent: '#c2573a', ground: 'stone' },
    ['95.00', '1019.00', '99.00'],
    950,
    words(
      'Stund wall clock',
      'Silent, plain and five minutes early if you want it to be.',
      'A screw on the back sets it fast on purpose, for families that are always late.',
    ),
    words(
      'Stund veggklokke',
      'Stille, enkel og fem minutter for tidlig om du vil.',
      'En skrue på baksiden stiller den fort med vilje, for familier som alltid er sene.',
    ),
    { standing: 'revised' },
  ),
  thing(
    'NOR-109',
    { shape: 'towel', body: '#d8d3c6', accent: '#46547d', ground: 'mist' },
    ['39.00', '419.00', '41.00'],
    480,
    words('Badstue towel', 'Dries fast, so that one is enough.', 'Linen and cotton, washed before you get it.'),
    words('Badstue håndkle', 'Tørker fort, så ett er nok.', 'Lin og bomull, vasket før du får det.'),
  ),
  thing(
    'NOR-110',
    { shape: 'lamp', body: '#c2573a', accent: '#e3c79b', ground: 'sand' },
    ['145.00', '1555.00', '149.00'],
    1850,
    words(
      'Glo table lamp',
      'A red shade that makes every evening a little later.',
      'Linen on paper, and a dimmer on the cord.',
    ),
    words('Glo bordlampe', 'En rød skjerm som gjør hver kveld litt senere.', 'Lin på papir, og dimmer på ledningen.'),
  ),
  thing(
    'NOR-111',
    { shape: 'planter', body: '#7d878f', accent: '#c99a3f', ground: 'dusk' },
    ['44.00', '475.00', '46.00'],
    2100,
    words(
      'Karm window box',
      'Herbs for the sill, frost for the box: it stands both.',
      'Fired twice. The Norwegian text is still with the translator.',
    ),
    undefined,
  ),
  thing(
    'NOR-112',
    { shape: 'mug', body: '#f0e2c4', accent: '#46547d', ground: 'blush' },
    ['18.00', '195.00', '19.00'],
    330,
    words('Kopp mug', 'Holds a third of a litre and any conversation.', 'Coming in January.'),
    words('Kopp', 'Rommer en tredel liter og enhver samtale.', 'Kommer i januar.'),
    { standing: 'new', availability: 'announced' },
  ),
]
