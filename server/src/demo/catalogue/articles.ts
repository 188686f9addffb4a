export interface ArticleWords {
  readonly title: string
  readonly teaser: string
  /** HTML. */
  readonly text: string
}

export interface DemoArticle {
  readonly author: string
  readonly date: string
  readonly topics: readonly string[]
  /** Article numbers. */
  readonly products: readonly string[]
  /** The product whose picture stands at the top. */
  readonly pictureOf: string
  readonly isFeatured?: boolean
  readonly isDraft?: boolean
  readonly en: ArticleWords
  readonly sv?: ArticleWords
  readonly de?: ArticleWords
}

export const articles: readonly DemoArticle[] = [
  {
    author: 'Astrid Berg',
    date: '2026-09-14',
    topics: ['Guides', 'Autumn'],
    products: ['HAL-TNT-201', 'HAL-SLP-105', 'HAL-MAT-118', 'HAL-STV-007'],
    pictureOf: 'HAL-TNT-201',
    isFeatured: true,
    en: {
      title: 'The first night outside: what to bring, what to leave',
      teaser: 'Nine things are enough for one night in September. Most people bring nineteen and miss the tenth.',
      text: '<h2>Sleep first</h2><p>Cold comes from below. A good mat under a middling bag is warmer than the other way round, so spend there if you have to choose.</p><h2>Then water</h2><p>Two litres in the evening, one in the morning. If you carry more, you carry it for nothing.</p><h2>Leave at home</h2><ul><li>The second lamp</li><li>The third jumper</li><li>The chair, unless somebody else carries it</li></ul><p>The tenth thing, by the way, is a plastic bag for the wet tent.</p>',
    },
    sv: {
      title: 'Första natten ute: ta med, lämna hemma',
      teaser: 'Nio saker räcker för en natt i september. De flesta tar med nitton och saknar den tionde.',
      text: '<h2>Först sömnen</h2><p>Kylan kommer underifrån. Ett bra underlag under en medelgod sovsäck är varmare än tvärtom, så lägg pengarna där om du måste välja.</p><h2>Sedan vattnet</h2><p>Två liter på kvällen, en på morgonen. Bär du mer bär du det i onödan.</p><h2>Lämna hemma</h2><ul><li>Den andra lampan</li><li>Den tredje tröjan</li><li>Stolen, om inte någon annan bär den</li></ul><p>Den tionde saken är förresten en plastpåse till det blöta tältet.</p>',
    },
    de: {
      title: 'Die erste Nacht draußen: was mitmuss, was dableibt',
      teaser:
        'Neun Dinge reichen für eine Nacht im September. Die meisten nehmen neunzehn mit und vermissen das zehnte.',
      text: '<h2>Zuerst der Schlaf</h2><p>Die Kälte kommt von unten. Eine gute Matte unter einem mittleren Schlafsack ist wärmer als umgekehrt; wer wählen muss, spart nicht hier.</p><h2>Dann das Wasser</h2><p>Zwei Liter am Abend, einer am Morgen. Wer mehr trägt, trägt es umsonst.</p><h2>Zu Hause bleibt</h2><ul><li>die zweite Lampe</li><li>der dritte Pullover</li><li>der Stuhl, wenn ihn nicht jemand anders trägt</li></ul><p>Das zehnte Ding ist übrigens eine Plastiktüte für das nasse Zelt.</p>',
    },
  },
  {
    author: 'Elias Sandberg',
    date: '2026-10-02',
    topics: ['Care and repair'],
    products: ['KOR-PAN-280', 'KOR-POT-240'],
    pictureOf: 'KOR-PAN-280',
    en: {
      title: 'How to love a carbon steel pan',
      teaser: 'It comes grey, turns brown, turns black, and then it is yours. Four rules and one exception.',
      text: '<ol><li>Heat it before the fat, and the fat before the food.</li><li>Let things loosen by themselves. What sticks is not done.</li><li>Hot water and a brush. Soap only if it was fish.</li><li>Dry it on the hob, and give it one drop of oil.</li></ol><p>The exception: tomatoes. They take the patina off. It comes back after three pancakes.</p>',
    },
    sv: {
      title: 'Så älskar man en kolstålspanna',
      teaser: 'Den kommer grå, blir brun, blir svart, och sedan är den din. Fyra regler och ett undantag.',
      text: '<ol><li>Värm den före fettet, och fettet före maten.</li><li>Låt saker släppa själva. Det som sitter fast är inte klart.</li><li>Hett vatten och borste. Diskmedel bara om det var fisk.</li><li>Torka den på plattan och ge den en droppe olja.</li></ol><p>Undantaget: tomater. De tar patinan. Den kommer tillbaka efter tre pannkakor.</p>',
    },
    de: {
      title: 'Wie man eine Eisenpfanne liebt',
      teaser: 'Sie kommt grau, wird braun, wird schwarz, und dann gehört sie Ihnen. Vier Regeln und eine Ausnahme.',
      text: '<ol><li>Erst die Pfanne erhitzen, dann das Fett, dann das Essen.</li><li>Nichts losreißen. Was klebt, ist nicht fertig.</li><li>Heißes Wasser und Bürste. Spülmittel nur nach Fisch.</li><li>Auf dem Herd trocknen, einen Tropfen Öl dazu.</li></ol><p>Die Ausnahme: Tomaten. Sie nehmen die Patina mit. Nach drei Pfannkuchen ist sie wieder da.</p>',
    },
  },
  {
    author: 'Petra Lindqvist',
    date: '2026-10-21',
    topics: ['Behind the scenes'],
    products: ['HAL-AXE-003'],
    pictureOf: 'HAL-AXE-003',
    en: {
      title: 'Nineteen blows: a morning at the forge',
      teaser: 'Our axe is made by three smiths, and each of them can tell whose it is by the sound.',
      text: '<p>At six the fire is lit. At seven it is quiet, because nobody talks while the colour is right. <em>Cherry, not orange</em>, says Runa, who has done this for thirty-one years and will not say it twice.</p><blockquote>You can hear when it is done. It stops arguing.</blockquote><p>Nineteen blows for the cheek, eleven for the beard. Then a mark the size of a lentil: R, M or J.</p>',
    },
    sv: {
      title: 'Nitton slag: en morgon i smedjan',
      teaser: 'Vår yxa görs av tre smeder, och var och en hör på ljudet vems den är.',
      text: '<p>Klockan sex tänds elden. Klockan sju är det tyst, för ingen pratar medan färgen är rätt. <em>Körsbär, inte apelsin</em>, säger Runa, som gjort det här i trettioett år och inte säger det två gånger.</p><blockquote>Man hör när den är klar. Den slutar säga emot.</blockquote><p>Nitton slag för kinden, elva för skägget. Sedan ett märke stort som en lins: R, M eller J.</p>',
    },
  },
  {
    author: 'Astrid Berg',
    date: '2026-11-05',
    topics: ['Recipes', 'Winter'],
    products: ['KOR-POT-240', 'KOR-TIN-030', 'KOR-SCL-005'],
    pictureOf: 'KOR-TIN-030',
    isFeatured: true,
    en: {
      title: 'Overnight bread without kneading',
      teaser: 'Four ingredients, ten minutes of work and one good night’s sleep. The pot does the rest.',
      text: '<table><tbody><tr><td>Flour</td><td>500 g</td></tr><tr><td>Water</td><td>380 g</td></tr><tr><td>Salt</td><td>10 g</td></tr><tr><td>Yeast</td><td>1 g</td></tr></tbody></table><p>Stir, cover, and go to bed. In the morning fold the dough over itself four times, let it rest while the pot gets hot at 250 °C, then bake for thirty minutes with the lid and fifteen without.</p>',
    },
    de: {
      title: 'Brot über Nacht, ohne Kneten',
      teaser: 'Vier Zutaten, zehn Minuten Arbeit und ein guter Schlaf. Den Rest macht der Topf.',
      text: '<table><tbody><tr><td>Mehl</td><td>500 g</td></tr><tr><td>Wasser</td><td>380 g</td></tr><tr><td>Salz</td><td>10 g</td></tr><tr><td>Hefe</td><td>1 g</td></tr></tbody></table><p>Verrühren, zudecken, schlafen gehen. Am Morgen viermal falten, ruhen lassen, während der Topf bei 250 °C heiß wird, dann dreißig Minuten mit und fünfzehn ohne Deckel backen.</p>',
    },
  },
  {
    author: 'Elias Sandberg',
    date: '2026-11-12',
    topics: ['Guides', 'Winter'],
    products: ['STI-LMP-010', 'STI-PND-032', 'STI-CND-007'],
    pictureOf: 'STI-LMP-010',
    en: {
      title: 'Three lights for a dark month',
      teaser: 'One over the table, one beside the chair, one that burns. A room needs no more in November.',
      text: '<p>Hang the first one lower than you think: sixty centimetres above the plate. Put the second behind the shoulder, not in front of it. And let the third be a flame, because nothing else moves in winter.</p>',
    },
    sv: {
      title: 'Tre ljus för en mörk månad',
      teaser: 'Ett över bordet, ett bredvid stolen, ett som brinner. Mer behöver ett rum inte i november.',
      text: '<p>Häng det första lägre än du tror: sextio centimeter över tallriken. Ställ det andra bakom axeln, inte framför. Och låt det tredje vara en låga, för inget annat rör sig om vintern.</p>',
    },
    de: {
      title: 'Drei Lichter für einen dunklen Monat',
      teaser:
        'Eines über dem Tisch, eines neben dem Sessel, eines, das brennt. Mehr braucht ein Zimmer im November nicht.',
      text: '<p>Hängen Sie das erste tiefer, als Sie denken: sechzig Zentimeter über dem Teller. Stellen Sie das zweite hinter die Schulter, nicht davor. Und das dritte sei eine Flamme, denn sonst bewegt sich im Winter nichts.</p>',
    },
  },
  {
    author: 'Petra Lindqvist',
    date: '2027-03-01',
    topics: ['Guides', 'Spring'],
    products: ['STI-TRW-003', 'STI-PLT-022', 'STI-WTR-050'],
    pictureOf: 'STI-PLT-022',
    isDraft: true,
    en: {
      title: 'A garden on one square metre',
      teaser: 'For balconies, window sills and the impatient. To be published with the spring range.',
      text: '<p>Start with what you eat, not with what is pretty. Then make it pretty.</p>',
    },
  },
]
