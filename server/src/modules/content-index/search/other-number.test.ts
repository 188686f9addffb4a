import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'sku', friendlyName: {}, type: 'text', localizable: false },
  ],
}

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product])
})
afterAll(() => list.close())

/** Items that are saved at once. */
const atOnce = 20

async function tenantWith(languageCode: string, titles: readonly string[]): Promise<ContentList> {
  const other = await list.anotherTenant(undefined, languageCode)
  for (let at = 0; at < titles.length; at += atOnce)
    await Promise.all(titles.slice(at, at + atOnce).map((title) => other.add({ name: title, values: { title } })))
  return other
}

const find = (tenant: ContentList, searchText: string) => tenant.names({ filtering: { searchText } })

describe('a title that is what was typed in the other number', () => {
  it.each([
    ['en-US', 'cheese', 'Cheeses', ['Cheese boards', 'Cheese dip']],
    ['en-US', 'cheeses', 'Cheese', ['Cheeses of the Alps', 'Cheesecake']],
    ['en-US', 'knife', 'Knives', ['Knife block', 'Knife']],
    ['en-US', 'mouse', 'Mice', ['Mouse pad']],
    ['en-US', 'mice', 'Mouse', ['Mice food']],
    ['en-US', 't-shirt', 'T-Shirts', ['T-Shirt box']],
    ['en-US', 'desk lamp', 'Desk lamps', ['Desk lamp oil']],
    ['en-US', 'hat, scarf & glove', 'Hats, Scarves & Gloves', ['Hat, scarf & glove box']],
    ['de-DE', 'Stuhl', 'Stühle', ['Stuhl alt', 'Stuhlbein']],
    ['de-DE', 'Bücher', 'Buch', ['Bücher alt']],
    ['de-DE', 'Laptop', 'Laptops', ['Laptop alt', 'Laptop']],
    ['de-DE', 'Museum', 'Museen', ['Museum alt']],
    ['fr-FR', 'jeu de cartes', 'Jeux de cartes', ['Jeu de cartes bleu']],
    ['fr-FR', 'bijoux', 'Bijou', ['Bijoux bleus']],
    ['fr-FR', 'cheval', 'Chevaux', ['Cheval bleu']],
    ['es-ES', 'luz', 'Luces', ['Luz azul']],
    ['es-ES', 'lápices', 'Lápiz', ['Lápices azules']],
    ['es-ES', 'cojín', 'Cojines', ['Cojín azul']],
    ['sv-SE', 'nyckel', 'Nycklar', ['Nyckel i mässing', 'Nyckelring']],
    ['sv-SE', 'bok', 'Böcker', ['Bok om katter', 'Bokhylla']],
    ['sv-SE', 'skor', 'Sko', ['Skor i skinn', 'Skorsten']],
  ])('%s: %s finds %s next to what is called exactly so', async (languageCode, typed, title, others) => {
    const tenant = await tenantWith(languageCode, [title, ...others])
    const exact = others.filter((other) => other === typed || other.toLowerCase() === typed.toLowerCase())
    expect((await find(tenant, typed)).slice(0, exact.length + 1)).toEqual([...exact, title])
  })

  it('comes before a name that is so, and a word with the same stem is none', async () => {
    const tenant = await list.anotherTenant()
    await tenant.add({ name: 'Lamps' })
    await tenant.add({ name: 'Light', values: { title: 'Lamps' } })
    await tenant.add({ name: 'Lamp oil', values: { title: 'Lamp oil' } })
    expect(await find(tenant, 'lamp')).toEqual(['Light', 'Lamps', 'Lamp oil'])
    await tenant.add({ name: 'Organization', values: { title: 'Organization' } })
    await tenant.add({ name: 'Organ pipes', values: { title: 'Organ pipes' } })
    expect((await find(tenant, 'organ'))[0]).toBe('Organ pipes')
  })
})

/** One and many, by language. */
const nouns = {
  en: `lamp/lamps cheese/cheeses chair/chairs table/tables box/boxes brush/brushes battery/batteries knife/knives shelf/shelves scarf/scarves
    glass/glasses dress/dresses watch/watches bench/benches tomato/tomatoes potato/potatoes berry/berries cherry/cherries candy/candies
    cookie/cookies axe/axes hose/hoses vase/vases lens/lenses bus/buses mattress/mattresses necklace/necklaces hammer/hammers screw/screws
    saw/saws shoe/shoes boot/boots sock/socks hat/hats shirt/shirts skirt/skirts bowl/bowls plate/plates spoon/spoons oven/ovens
    camera/cameras tripod/tripods printer/printers bag/bags wallet/wallets ring/rings book/books pen/pens puzzle/puzzles doll/dolls
    tent/tents kayak/kayaks ladder/ladders door/doors window/windows apple/apples onion/onions mushroom/mushrooms guitar/guitars drum/drums`,
  de: `Lampe/Lampen Stuhl/Stühle Tisch/Tische Regal/Regale Schrank/Schränke Bett/Betten Decke/Decken Gabel/Gabeln Glas/Gläser Topf/Töpfe
    Buch/Bücher Stift/Stifte Bild/Bilder Uhr/Uhren Kette/Ketten Ring/Ringe Schuh/Schuhe Socke/Socken Hut/Hüte Mantel/Mäntel Hemd/Hemden
    Rock/Röcke Kleid/Kleider Hose/Hosen Schal/Schals Rucksack/Rucksäcke Korb/Körbe Hammer/Hämmer Säge/Sägen Zange/Zangen Nagel/Nägel
    Seil/Seile Schloss/Schlösser Rohr/Rohre Schlauch/Schläuche Pumpe/Pumpen Motor/Motoren Batterie/Batterien Kamera/Kameras Stativ/Stative
    Laptop/Laptops Joystick/Joysticks Sofa/Sofas Gitarre/Gitarren Trommel/Trommeln Teppich/Teppiche Kerze/Kerzen Handtuch/Handtücher
    Zelt/Zelte Fahrrad/Fahrräder Boot/Boote Puppe/Puppen Apfel/Äpfel Zwiebel/Zwiebeln Pilz/Pilze Nuss/Nüsse Wein/Weine Baum/Bäume Blume/Blumen`,
  fr: `lampe/lampes chaise/chaises table/tables étagère/étagères lit/lits oreiller/oreillers couteau/couteaux cuillère/cuillères tasse/tasses
    verre/verres livre/livres stylo/stylos cadre/cadres montre/montres bague/bagues botte/bottes gant/gants chapeau/chapeaux manteau/manteaux
    chemise/chemises jupe/jupes robe/robes pantalon/pantalons sac/sacs panier/paniers boîte/boîtes marteau/marteaux scie/scies clou/clous
    corde/cordes pompe/pompes filtre/filtres moteur/moteurs écran/écrans piano/pianos tambour/tambours miroir/miroirs rideau/rideaux
    tente/tentes vélo/vélos bateau/bateaux jeu/jeux pomme/pommes oignon/oignons gâteau/gâteaux vin/vins arbre/arbres oiseau/oiseaux
    animal/animaux journal/journaux bocal/bocaux bijou/bijoux vitrail/vitraux brosse/brosses peigne/peignes masque/masques bureau/bureaux`,
  es: `lámpara/lámparas silla/sillas mesa/mesas armario/armarios cama/camas almohada/almohadas cuchillo/cuchillos plato/platos taza/tazas
    vaso/vasos libro/libros lápiz/lápices reloj/relojes collar/collares anillo/anillos zapato/zapatos bota/botas calcetín/calcetines
    guante/guantes sombrero/sombreros abrigo/abrigos falda/faldas vestido/vestidos pantalón/pantalones cesta/cestas caja/cajas sierra/sierras
    alicate/alicates tornillo/tornillos gancho/ganchos tubo/tubos bomba/bombas motor/motores batería/baterías tambor/tambores violín/violines
    espejo/espejos vela/velas colchón/colchones balón/balones raqueta/raquetas barco/barcos juguete/juguetes cebolla/cebollas
    nuez/nueces pastel/pasteles árbol/árboles flor/flores pez/peces luz/luces altavoz/altavoces jabón/jabones cojín/cojines botón/botones`,
  sv: `lampa/lampor stol/stolar hylla/hyllor säng/sängar kudde/kuddar kniv/knivar gaffel/gafflar sked/skedar tallrik/tallrikar bok/böcker
    penna/pennor ram/ramar klocka/klockor ring/ringar sko/skor stövel/stövlar strumpa/strumpor handske/handskar hatt/hattar mössa/mössor
    jacka/jackor kjol/kjolar klänning/klänningar väska/väskor korg/korgar låda/lådor tång/tänger skruv/skruvar krok/krokar nyckel/nycklar
    kabel/kablar kamera/kameror skärm/skärmar dator/datorer piano/pianon trumma/trummor spegel/speglar matta/mattor boll/bollar cykel/cyklar
    båt/båtar docka/dockor äpple/äpplen lök/lökar morot/morötter nöt/nötter böna/bönor kaka/kakor blomma/blommor hund/hundar fågel/fåglar
    kam/kammar tvål/tvålar sax/saxar rulle/rullar soffa/soffor tand/tänder bil/bilar möbel/möbler pensel/penslar vas/vaser museum/museer`,
}

const pairsOf = (language: keyof typeof nouns): string[][] =>
  nouns[language].split(/\s+/).map((pair) => pair.split('/'))

const source = join(import.meta.dirname, '../../../../../../shared/data/taxonomy-shopify/categories.jsonl')
const isThere = existsSync(source)
if (!isThere) console.log('Numbers of real titles are not tried: the categories are not beside this repository.')

/** Titles beside each, which have the word in them. */
const mostBeside = 4

/** Those titles that one of the words is, in one of its numbers, with some that have it; and for each what is typed. */
function sampleOf(titles: readonly string[], language: keyof typeof nouns) {
  const exact = new Map(titles.map((title) => [title.toLowerCase(), title]))
  const shown = new Set<string>()
  const cases = pairsOf(language).flatMap((pair) =>
    [pair, pair.toReversed()].flatMap(([typed = '', other = '']) => {
      const title = exact.get(other.toLowerCase())
      if (title === undefined || exact.has(typed.toLowerCase())) return []
      shown.add(title)
      const beside = titles.filter((each) => each.toLowerCase().split(' ').includes(typed.toLowerCase()))
      for (const each of beside.slice(0, mostBeside)) shown.add(each)
      return [{ typed, title }]
    }),
  )
  return { cases, titles: [...shown] }
}

async function shareFirst(languageCode: string, { cases, titles }: ReturnType<typeof sampleOf>) {
  const tenant = await tenantWith(languageCode, titles)
  const missed: string[] = []
  for (const { typed, title } of cases) {
    const [first] = await find(tenant, typed)
    if (first !== title) missed.push(`${typed}: ${first}`)
  }
  return { share: 1 - missed.length / cases.length, missed }
}

describe('of titles that are the other number of what was typed, nine of ten come first', () => {
  it.runIf(isThere).each([
    ['en', 'en-US'],
    ['de', 'de-DE'],
    ['fr', 'fr-FR'],
    ['es', 'es-ES'],
  ] as const)('real ones in %s', async (language, languageCode) => {
    const titles = readFileSync(source, 'utf8')
      .split('\n')
      .flatMap((line): string[] => {
        if (line === '') return []
        const { name }: { readonly name: Readonly<Record<string, string>> } = JSON.parse(line)
        return name[language] === undefined ? [] : [name[language]]
      })
    const sample = sampleOf([...new Set(titles)], language)
    expect(sample.cases.length).toBeGreaterThan(30)
    const { share, missed } = await shareFirst(languageCode, sample)
    expect([share >= 0.9, missed]).toEqual([true, share >= 0.9 ? missed : []])
  })

  it.each([0, 1])('in Swedish, of which there is no catalogue: %s of one and many are titles', async (which) => {
    const cases = pairsOf('sv').map((pair) => ({ title: pair[which] ?? '', typed: pair[1 - which] ?? '' }))
    const beside = cases.flatMap(({ typed }) => [`${typed} i trä`, `${typed}hållare`, `Röd ${typed}`])
    const titles = [...cases.map(({ title }) => title), ...beside]
    const { share, missed } = await shareFirst('sv-SE', { cases, titles })
    expect([share >= 0.9, missed]).toEqual([true, share >= 0.9 ? missed : []])
  })
})
