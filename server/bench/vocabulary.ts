import { randomFrom } from './random.ts'

/** The words of the catalogue: real ones, so that endings and accents are realistic, and many generated rare ones. */
const words = {
  en: {
    adjectives:
      'red blue green black white silver golden light heavy small large compact foldable waterproof insulated electric manual organic recycled wireless portable stackable durable flexible adjustable quiet bright matte polished padded',
    nouns:
      'bottle jacket lamp chair table kettle backpack helmet drill ladder blanket mirror wardrobe speaker keyboard monitor bicycle tent stove freezer shelf cushion curtain carpet teapot saucepan hammer screwdriver compressor vacuum',
    rest: 'this is made for people who are running hiking cooking or working outside and comes with two years of warranty shipping within days available in several sizes and colours easy cleaning tested by our own laboratories',
  },
  sv: {
    adjectives:
      'röda blåa gröna svarta vita silvriga gyllene lätta tunga små stora kompakta hopfällbara vattentäta isolerade elektriska manuella ekologiska återvunna trådlösa bärbara stapelbara hållbara böjliga justerbara tysta ljusa matta polerade vadderade',
    nouns:
      'flaskor jackor lampor stolar bord vattenkokare ryggsäckar hjälmar borrar stegar filtar speglar garderober högtalare tangentbord skärmar cyklar tält spisar frysar hyllor kuddar gardiner mattor tekannor kastruller hammare skruvmejslar kompressorer dammsugare',
    rest: 'det här är gjort för människor som springer vandrar lagar mat eller arbetar utomhus och har två års garanti leverans inom några dagar finns i flera storlekar och färger enkel rengöring provad i våra egna laboratorier',
  },
  de: {
    adjectives:
      'rote blaue grüne schwarze weiße silberne goldene leichte schwere kleine große kompakte klappbare wasserdichte isolierte elektrische manuelle biologische recycelte kabellose tragbare stapelbare haltbare biegsame verstellbare leise helle matte polierte gepolsterte',
    nouns:
      'Flaschen Jacken Lampen Stühle Tische Wasserkocher Rucksäcke Helme Bohrer Leitern Decken Spiegel Schränke Lautsprecher Tastaturen Bildschirme Fahrräder Zelte Herde Gefrierschränke Regale Kissen Vorhänge Teppiche Teekannen Töpfe Hämmer Schraubendreher Kompressoren Staubsauger',
    rest: 'das ist gemacht für Menschen die laufen wandern kochen oder draußen arbeiten und hat zwei Jahre Garantie Versand innerhalb weniger Tage erhältlich in mehreren Größen und Farben leicht zu reinigen geprüft in unseren eigenen Laboren',
  },
} as const

export type Language = keyof typeof words

export interface Vocabulary {
  readonly adjectives: readonly string[]
  readonly nouns: readonly string[]
  readonly common: readonly string[]
  /** Five thousand made-up words; the first stand in many texts, the last in hardly any. */
  readonly rare: readonly string[]
}

const syllables =
  'ka lo mi ren tas vel dor fin gar hul jen kor lim nor pel ras sun tor ul ver wen zal bri cho dra'.split(' ')

function rareWords(): string[] {
  const random = randomFrom(4_711)
  const made = new Set<string>()
  while (made.size < 5_000) {
    const length = 2 + random.below(3)
    made.add(Array.from({ length }, () => random.pick(syllables)).join(''))
  }
  return [...made]
}

const rare = rareWords()

export const vocabularyOf = (language: Language): Vocabulary => ({
  adjectives: words[language].adjectives.split(' '),
  nouns: words[language].nouns.split(' '),
  common: words[language].rest.split(' '),
  rare,
})
